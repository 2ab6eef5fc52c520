"""A person's profile in English: "Tom is 28 and Irish, lives in Leeds and works as a nurse."."""

from collections.abc import Sequence
from itertools import chain

from myosotis_server.understanding.profile_claims import (
    DEED,
    Known,
    ProfileWords,
    in_sentences,
    values_of,
)
from myosotis_server.understanding.profile_grammar_en import (
    capitalised,
    listed,
    predicate,
)
from myosotis_server.understanding.profile_life_en import (
    SIBLING,
    beliefs_and_cares,
    called,
    children,
    clock,
    commute,
    couple,
    diet,
    exercise,
    favourites,
    fears,
    goals,
    kin,
    pets,
    smokes,
    tone,
)
from myosotis_server.understanding.profile_phrases_en import (
    Wording,
    age,
    birthday,
    for_each,
    gender,
    height,
    learning,
    measure,
    money,
    nationality,
    of_all,
    of_first,
    personality,
    religion,
    salary,
    skills,
    study,
    work,
)


def _portrait(known: Known, subject: str) -> list[str]:
    """Sentences on the user, or where there is one on `subject` ("mother", "Tom/mother").

    The first begins with whom it is about, the others with a verb.
    """
    names = [] if subject else values_of(known, "name")[:1]
    who = subject.replace("/", "'s ") or (names[0] if names else "the user")
    if len(known) > 1 and names:
        known = {**known, "name": known["name"][1:]}
    elif names:
        who = "the user"
    themes = [list(chain(*_THEMES))] if subject else _THEMES
    sentences = [predicate(phrases, who) for phrases in in_sentences(known, themes)]
    for claim in known.get(DEED, ()):
        verb, _, rest = claim.value.partition(" ")
        sentences.append(predicate([(verb, rest)], who))
    if subject:
        sentences = [f"{who} {sentence}" for sentence in sentences]
    elif sentences:
        sentences[0] = f"{who} {sentences[0]}"
    if loved := favourites(known):
        whose = f"{who}'s " if subject or not sentences else ""
        sentences.append(whose + loved)
    return [f"{capitalised(sentence)}." for sentence in sentences]


def _also(quotes: Sequence[str]) -> str:
    """What has no wording, as it was said."""
    return f"Also: {'; '.join(f'“{quote}”' for quote in quotes)}."


def _topics(labels: Sequence[str]) -> str:
    return f"Often talks of {listed(labels)}."


_THEMES: Sequence[Sequence[Sequence[Wording]]] = (
    (
        (
            of_all("be", "called {}", "name"),
            of_all("go", "by {}", "nickname"),
            of_all("like", "to be called {}", "call_me"),
            of_first("age", age),
            of_first("gender", gender),
            for_each("nationality", nationality),
            of_all("be", "from {}", "hometown"),
            of_all("live", "in {}", "home_city"),
            of_all("live", "at {}", "home_address"),
        ),
        (work, study),
        (
            of_first("birthday", birthday),
            of_all("be", "{}", "zodiac_sign", article=True),
            of_first("height", height),
            of_first("weight", lambda claim: ("weigh", measure(claim))),
            of_all("have", "blood type {}", "blood_type"),
            for_each("personality", personality),
            of_all("have", "the phone number {}", "phone_number"),
            of_all("have", "the e-mail address {}", "email"),
        ),
        (
            of_first("salary", salary),
            of_all("report", "to {}", "manager"),
            skills,
            of_all("speak", "{}", "language"),
            learning,
        ),
    ),
    (
        (
            couple,
            children,
            lambda known: kin(values_of(known, "sibling"), SIBLING, "a sibling", "siblings"),
            lambda known: (
                called("a friend", "friends", friends)
                if (friends := values_of(known, "friend"))
                else []
            ),
            pets,
        ),
    ),
    (
        (
            of_all("own", "{}", "owns", article=True),
            of_all("drive", "{}", "car", article=True),
            of_first("rent", lambda claim: ("pay", f"{money(claim)} in rent")),
        ),
        (
            of_all("be", "allergic to {}", "allergy"),
            of_all("have", "{}", "illness"),
            of_all("take", "{}", "medication"),
            of_first("diet", diet),
        ),
    ),
    ((of_all("like", "{}", "likes", "hobby"), of_all("dislike", "{}", "dislikes")),),
    (
        (
            of_first("wake_time", lambda claim: ("get", f"up at {clock(claim)}")),
            of_first("bed_time", lambda claim: ("go", f"to bed at {clock(claim)}")),
            for_each("commute", commute),
            exercise,
            of_all("drink", "{}", "drinks"),
            of_all("eat", "{}", "eats"),
            smokes,
            of_all("avoid", "{}", "avoids"),
            of_all("make", "a habit of {}", "routine"),
        ),
    ),
    (
        (beliefs_and_cares, for_each("religion", religion), goals, fears),
        (for_each("tone", tone),),
    ),
)

ENGLISH = ProfileWords(_portrait, _also, _topics, first_person="I ", space=" ")
