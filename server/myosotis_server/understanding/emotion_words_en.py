"""English words and phrases of feeling, in small letters: what is felt, and how strongly (0 to 1).

Phrases are divided by commas. A phrase that only looks like one of them ("tired of waiting" is not
sleepy, "sad to say" is a turn of speech) stands where it belongs or in `NO_FEELING`; the longest
phrase at a place counts.
"""

from myosotis_server.memory.values import Emotion
from myosotis_server.understanding.emotion_words_zh import Strengths

EN: dict[Emotion, Strengths] = {
    Emotion.HAPPY: (
        (
            0.9,
            "overjoyed, ecstatic, elated, thrilled, over the moon, on cloud nine, "
            "jumping for joy, euphoric, delighted, exhilarated, on top of the world, "
            "best day ever, best day of my life, happiest, so proud, happy tears, tears of joy, "
            "dream come true, couldn't be happier, can't stop smiling, grinning from ear to ear, "
            "walking on air, in heaven, stoked, pumped, buzzing with excitement, blissful, bliss, "
            "overwhelmed with joy, woohoo, yay, yayyy, hooray, hurray, yippee, yesss, "
            "made my day, made my year, can't wait, never felt better, never been better, "
            "couldn't be better",
        ),
        (
            0.7,
            "happy, happier, happily, happiness, glad, joy, joyful, joyous, cheerful, cheery, "
            "excited, exciting, excitement, pleased, proud, grateful, thankful, blessed, jolly, "
            "merry, gleeful, giddy, amused, laughing, laughed, laugh, lol, lmao, rofl, haha, "
            "hahaha, hehe, smiling, beaming, grinning, wonderful, fantastic, amazing, awesome, "
            "fabulous, marvelous, marvellous, great news, good news, so much fun, had a blast, "
            "having a blast, having fun, loving it, loved every, love it, in love, hopeful, "
            "optimistic, upbeat, psyched, hyped, tickled, touched, moved to tears, heartwarming, "
            "content with life, fulfilled, fulfilling, satisfying, rewarding, lucky me, so lucky, "
            "feeling lucky, in a good mood, in a great mood, high spirits, looking forward, "
            "nailed it, finally did it, we won, i won, i passed, i got in, i got the job, "
            "got promoted, heart is full, heart so full, cheers me up, cheered me up, radiant, "
            "delightful, lighthearted, treasure, cherish, adore, best thing ever, feel alive, "
            "feeling alive, celebrating, celebrated, celebrate",
        ),
        (
            0.4,
            "fun, enjoy, enjoyed, enjoying, nice, lovely, cool, sweet, great, glad to, yum, love",
        ),
        (
            0.55,
            "chuffed, chuffed to bits, thank you so much, thank you thank you, hilarious, a hoot, "
            "cracks me up, couldn't ask for better, wouldn't have it any other way, little dance, "
            "gold star, lifesaver, brighter, perfect, brilliant, hug you, good laugh, made it, "
            "engaged, won the, my happy place",
        ),
    ),
    Emotion.SAD: (
        (
            0.9,
            "heartbroken, heartbreaking, heart is broken, broke my heart, breaks my heart, "
            "devastated, devastating, miserable, despair, despairing, hopeless, inconsolable, "
            "grief stricken, grief-stricken, grieving, mourning, sobbing, sobbed, bawling, "
            "bawled, cried myself to sleep, cried all night, crying all night, can't stop crying, "
            "couldn't stop crying, shattered inside, crushed, gutted, anguish, falling apart, "
            "don't want to live, no reason to live, worst day of my life, suicidal, "
            "want to disappear, broken inside, dead inside, cried my eyes out, in tears, "
            "burst into tears",
        ),
        (
            0.7,
            "sad, sadder, saddest, sadly, sadness, unhappy, unhappily, depressed, depressing, "
            "depression, down in the dumps, feeling down, feel down, felt down, so down, "
            "feeling low, feel low, feeling blue, feel blue, blue today, gloomy, melancholy, "
            "sorrow, sorrowful, mournful, grief, grieve, tearful, teary, tears, cry, cried, "
            "crying, weep, weeping, wept, lonely, loneliness, lonesome, alone, all alone, "
            "left out, homesick, heartache, heartsick, disappointed, disappointing, "
            "disappointment, let down, discouraged, disheartened, dejected, downcast, despondent, "
            "bummed, bummer, bummed out, upset, hurt, hurts, hurting, wounded, regret, regrets, "
            "regretful, remorse, guilty, guilt, ashamed, worthless, useless, empty inside, "
            "feel empty, feeling empty, felt empty, feel numb, feeling numb, helpless, pitiful, "
            "miss him, miss her, miss them, miss my, miss home, missing my, miss you, missed him, "
            "passed away, died, funeral, lost my, lost him, lost her, broke up, breakup, "
            "dumped me, rejected, rejection, a failure, failed again, unloved, unwanted, bleak, "
            "glum, heavy heart, heavy-hearted, sunk, feel terrible, feel awful, feeling awful, "
            "felt awful, no one cares, nobody cares, sob, sniff, sigh, downhearted, "
            "in a bad mood, rock bottom, not okay, not ok, gave up hope, losing hope, lost hope, "
            "feel like crap, feel like shit",
        ),
        (
            0.4,
            "unfortunately, too bad, pity, miss, missing, sorry, failed, wish i could, alas, bad",
        ),
        (
            0.55,
            "can't bear, cannot bear, not the same without, nobody stays, everyone leaves, "
            "felt small, about two inches tall, no one to, nobody to, on my own again, "
            "never got to say goodbye, in the hospice, used to love, it broke me, stood me up, "
            "forgotten, left me, lump in my throat, since he passed, since she passed",
        ),
    ),
    Emotion.ANXIOUS: (
        (
            0.9,
            "terrified, petrified, panicking, panicked, panic attack, panic, scared to death, "
            "scared stiff, freaking out, freaked out, freak out, worried sick, sick with worry, "
            "nervous wreck, on edge, dreading, horrified, frantic, paranoid, hyperventilating, "
            "can't breathe, can't sleep, couldn't sleep, overwhelmed, losing sleep, "
            "heart is racing, heart racing, heart is pounding, heart pounding, stressed out, "
            "scared out of, shaking with fear, anxiety attack, spiraling, spiralling, "
            "pins and needles, bundle of nerves",
        ),
        (
            0.7,
            "anxious, anxiously, anxiety, nervous, nervously, nerves, worried, worry, worries, "
            "worrying, worrisome, afraid, scared, scary, scaring, scares, fear, fears, fearful, "
            "fearing, frightened, frightening, fright, dread, dreadful feeling, uneasy, unease, "
            "uncomfortable about, apprehensive, apprehension, tense, tension, stressed, stress, "
            "stressful, stressing, pressure, under pressure, restless, jittery, jumpy, edgy, "
            "fidgety, insecure, unsettled, troubled, concerned, alarmed, alarming, "
            "butterflies in my stomach, knot in my stomach, stomach in knots, sweaty palms, "
            "trembling, shaking, shaky, biting my nails, overthinking, overthink, what if, "
            "don't know what to do, not sure what to do, no idea what to do, lost and confused, "
            "at a loss, self-conscious, phobia, spooked, creeped out, creepy, timid, intimidated, "
            "intimidating, daunting, daunted, hesitant, doubtful, second-guessing, insomnia, "
            "lying awake, lie awake, awake all night, running out of time, never make it in time, "
            "agitated, distressed, distressing, antsy, wound up, threatened, vulnerable, "
            "cold feet, stage fright, keep checking, unsure, worrier, cold sweat, haunted, "
            "unnerving, unnerved, going to fail, gonna fail, nerve-wracking, nerve-racking, "
            "nailbiting",
        ),
        (0.4, "unsure about, uncertain, uncertainty, deadline, hope nothing, might lose, risky"),
        (
            0.55,
            "oh god, oh no, uh oh, freaks me out, freak me out, bricking it, heart races, "
            "can't look, can't eat, don't like the sound of, palpitations, breathing exercise, "
            "hold my breath, holding my breath, worst case, keeps me up, evicted, claustrophobic, "
            "what if it, gulp",
        ),
    ),
    Emotion.ANGRY: (
        (
            0.9,
            "furious, furiously, fury, enraged, rage, raging, outraged, outrageous, livid, "
            "infuriated, infuriating, seething, fuming, pissed off, pissed, pisses me off, "
            "boiling with anger, blood boil, blood boiling, makes my blood boil, see red, "
            "seeing red, lost my temper, losing my temper, mad as hell, hate him, hate her, "
            "hate them, fuck you, fuck off, fuck this, fuck them, what the fuck, wtf is wrong, "
            "screw you, screw this, screw them, bullshit, asshole, assholes, bastard, bastards, "
            "son of a bitch, jerk, idiot, idiots, moron, morons, had enough, fed up, "
            "sick and tired, sick of, tired of, last straw, want to punch, want to scream, "
            "how dare, drives me crazy, drives me insane, drives me nuts, driving me crazy, "
            "despise, loathe, disgusted, disgusting",
        ),
        (
            0.7,
            "angry, angrily, angrier, anger, mad, mad at, annoyed, annoying, annoys, annoyance, "
            "irritated, irritating, irritates, irritation, frustrated, frustrating, frustration, "
            "resent, resentful, resentment, bitter about, hostile, hate, hates, hated, hating, "
            "hatred, pissing, ticked off, cross with, aggravated, aggravating, exasperated, "
            "exasperating, offended, offensive, insulted, insulting, insult, betrayed, betrayal, "
            "backstabbed, backstabbing, cheated on me, lied to me, lied to my face, liar, "
            "ripped off, rip-off, scam, scammed, unfair, not fair, unacceptable, ridiculous, "
            "rude, disrespectful, disrespected, can't stand, cannot stand, couldn't stand, "
            "can't believe he, can't believe she, can't believe they, gets on my nerves, "
            "got on my nerves, on my nerves, fight with, argued with, yelled at, yelling at, "
            "screamed at, shouted at, slammed the door, took credit, took the credit, stole my, "
            "cut in line, cutting in line, blamed me, blames me, gross, vile, repulsed, contempt, "
            "damn it, damnit, dammit, goddamn, for god's sake, stupid, pathetic, nerve of, "
            "shut up, grr, grrr, ugh, argh, worst service, incompetent, inconsiderate, selfish, "
            "bothered, bothers me, temper, irate, cranky, grumpy, vent, indignant, "
            "ripping me off, injustice",
        ),
        (0.4, "complain, complained, seriously, whatever, bother, blame, complaint, nonsense"),
        (
            0.55,
            "detest, detests, sick to death, on purpose, full stop, bloody, every bloody time, "
            "never forgive, not tolerate, won't tolerate, how is it legal, just answer, "
            "get to the point, drop it, ready to explode, fuck, fucking, shit, crap, two-faced, "
            "joke of a, had it with, steaming, hopping mad, robbery, cheek of, taking the piss, "
            "vanished with, stop giving me, enough is enough",
        ),
    ),
    Emotion.CALM: (
        (
            0.85,
            "at peace, peace of mind, inner peace, serene, serenity, tranquil, tranquility, "
            "perfectly calm, so relieved, what a relief, huge relief, weight off my shoulders, "
            "weight lifted, weight off my chest, breathe easy, breathe again, at ease, zen, "
            "finally relax, sigh of relief, calm and collected, completely relaxed, "
            "made peace with, peace with it, feel at home, nothing to worry about",
        ),
        (
            0.65,
            "calm, calmer, calmly, calming, calmed, calmed down, calmness, peaceful, peacefully, "
            "peace, relaxed, relaxing, relax, relaxation, relief, relieved, unwind, unwinding, "
            "unwound, chilled, chilling, chill, chillin, mellow, content, contented, contentment, "
            "comfortable, comfy, cozy, cosy, soothing, soothed, settled, composed, collected, "
            "steady, centered, centred, grounded, balanced, secure, carefree, unhurried, "
            "leisurely, easygoing, laid back, laid-back, quiet evening, quiet morning, "
            "quiet night, quiet time, stillness, quietly, meditate, meditated, meditating, "
            "meditation, yoga, deep breath, deep breaths, let it go, letting go, let go of it, "
            "moved on, come to terms, came to terms, accepted it, took it easy, take it easy, "
            "taking it easy, no rush, slow down, slowed down, slow morning, lazy sunday, "
            "lazy morning, refreshed, rested, well rested, restful, restored, reassured, "
            "reassuring, feel better, feeling better, felt better, much better, better now, "
            "okay with it, ok with it, fine with it, under control, safe and sound, feel safe, "
            "mindful, gentle, tranquilly, loosened up, not in a hurry, undisturbed, "
            "nothing bothers me, clear-headed, cup of tea, sound of the rain, "
            "listening to the rain, watching the sunset, hot bath",
        ),
        (0.4, "quiet, slow, stroll, patience, patient with, sunset, breeze, garden"),
        (
            0.55,
            "all good, it's all good, clears my head, load off, not fretting, silence, "
            "doesn't upset me, no drama, no hurry, in no hurry, just sitting, sitting here, "
            "resting my eyes, good end, tide come in, softly, stretched out, "
            "nothing's the matter, i'm good, hammock, slow breath",
        ),
    ),
    Emotion.SURPRISED: (
        (
            0.9,
            "shocked, shocking, shock, astonished, astonishing, astounded, astounding, "
            "flabbergasted, dumbfounded, stunned, stunning news, gobsmacked, speechless, "
            "mind blown, blew my mind, blown away, jaw dropped, my jaw, out of nowhere, "
            "out of the blue, can't believe it, couldn't believe it, couldn't believe my, "
            "can't believe my, unbelievable, who would have thought, who knew, "
            "never saw it coming, didn't see that coming, never saw that coming, "
            "didn't see it coming, caught off guard, taken aback, what a surprise, plot twist, "
            "never expected, never would have guessed, no freaking way, you're kidding, "
            "you must be kidding, are you kidding, you're joking, didn't expect, "
            "wasn't expecting, hadn't expected",
        ),
        (
            0.65,
            "surprised, surprising, surprisingly, surprise, surprises, amazed, unexpected, "
            "unexpectedly, startled, startling, wow, woah, whoa, omg, oh my god, oh my gosh, "
            "oh my goodness, oh my, holy cow, holy shit, holy crap, holy moly, no way, "
            "what the heck, what the hell, wtf, really?!, wait what, wait, what?, hold on what, "
            "say what, good lord, good grief, good heavens, goodness gracious, gosh, jeez, geez, "
            "yikes, incredible, incredibly enough, i can't believe, can't believe, "
            "cannot believe, couldn't believe, hard to believe, beyond belief, baffled, "
            "bewildered, perplexed, puzzled, confounded, odd, strange, strangely, weird, bizarre, "
            "curious, turns out, turned out, it turns out, had no idea, i had no clue, "
            "never thought, never imagined, never knew, didn't know that, to my surprise, "
            "to my amazement, lo and behold, blimey, my goodness, crikey, mind-blowing, "
            "mindblowing, mind boggling, jaw-dropping, eye-opening, double take, rubbed my eyes, "
            "pinch me, of all people, of all places, just like that, miracle, i was floored, "
            "floored me",
        ),
        (0.35, "suddenly, all of a sudden, somehow, apparently, actually, for the first time"),
        (
            0.55,
            "no kidding, huh, what on earth, well i never, turn up for the books, threw me, "
            "whaat, since when, nobody saw coming, you remembered, who'd have thought, "
            "of all things, never in a million years, get out of here, for real, really?, what?, "
            "hang on, fancy that, triplets, no one told me",
        ),
    ),
    Emotion.TIRED: (
        (
            0.9,
            "exhausted, exhausting, exhaustion, worn out, wiped out, burned out, burnt out, "
            "burnout, drained, dead tired, dog tired, bone tired, dead on my feet, "
            "can't keep my eyes open, barely keep my eyes open, running on fumes, "
            "running on empty, no energy, zero energy, out of energy, knackered, pooped, "
            "beat up and tired, spent, run ragged, ready to drop, ready to collapse, "
            "collapsed into bed, can barely stand, dragging myself, drag myself, "
            "sleep for a week, sleep for days, asleep on my feet, completely beat, "
            "shattered after, no strength, out of steam, running on no sleep, running on coffee",
        ),
        (
            0.7,
            "tired, tiring, tiredness, tires me, sleepy, sleepiness, drowsy, weary, wearying, "
            "weariness, fatigue, fatigued, lethargic, lethargy, sluggish, groggy, bushed, "
            "i'm beat, so beat, dead beat, frazzled, overworked, overtired, run down, run-down, "
            "yawning, yawn, yawned, need a nap, need sleep, need some sleep, need to sleep, "
            "need rest, need a rest, need a break, need a vacation, need a holiday, "
            "want to sleep, just want to sleep, want to go to bed, want my bed, straight to bed, "
            "nodding off, dozed off, dozing off, falling asleep, fell asleep at, didn't sleep, "
            "barely slept, hardly slept, haven't slept, not slept, no sleep, little sleep, "
            "slept badly, slept poorly, slept terribly, sleep deprived, sleep-deprived, "
            "lack of sleep, up all night, all-nighter, all nighter, pulled an all-nighter, "
            "late night at work, overtime again, working overtime, worked overtime, overtime, "
            "double shift, night shift again, twelve hour shift, 12-hour shift, hours of sleep, "
            "back to back meetings, back-to-back meetings, back-to-back, nonstop, non-stop, "
            "on my feet all day, long day, long week, my legs are, legs are killing, "
            "feet are killing, aching all over, sore all over, every muscle, can't get up, "
            "can't get out of bed, couldn't get out of bed, out of breath, heavy eyelids, "
            "eyelids are heavy, weak and, jet lag, jetlag, jet-lagged, jetlagged, zonked, "
            "out of it, low energy, so sleepy, zzz, zzzz, catching up on sleep",
        ),
        (
            0.4,
            "busy, hectic, swamped, coffee again, a lot of work, early start, five in the morning",
        ),
        (
            0.55,
            "sucking the life out of me, nothing left, crawling, had it for today, "
            "haven't sat down, ground me down, grinding me down, not got it in me, "
            "haven't got it in me, head is soup, brain is mush, brain fog, eyes have given up, "
            "on call, wrecked, done in, dead weight, ten percent battery, can't take another, "
            "feet can't take, barely standing, hit the wall, hit a wall, hit the hay",
        ),
    ),
    Emotion.NEUTRAL: (
        (
            0.45,
            "so-so, so so, meh, okay, ok, fine, i'm fine, i'm okay, i'm ok, all right, alright, "
            "nothing special, nothing much, nothing new, as usual, same as usual, same as always, "
            "same as ever, the usual, same old, business as usual, business-as-usual, average, "
            "ordinary, regular day, normal day, typical day, routine, neither good nor bad, "
            "not good not bad, not bad, not too bad, no strong feelings, no feelings either way, "
            "don't mind, doesn't matter, don't care either way, whichever, indifferent, neutral, "
            "no big deal, not a big deal, fair enough, just another day, just another, "
            "uneventful, it is what it is, can't complain, nothing happened, no complaints, "
            "getting by, middling, passable, tolerable, standard, unremarkable, could be worse, "
            "no opinion, not particularly, run of the mill, either is fine, fine by me",
        ),
    ),
}

NO_FEELING = tuple(
    """sad to say, happy to help, happy birthday, happy new year, happy hour, happy holidays, merry
christmas, good morning, good night, afraid not, i'm afraid you, happy meal, tired tires, calm app,
surprise party, anger management, stress test, stress ball, blood pressure, air pressure, tyre
pressure, pressure cooker, down jacket, content of, the content, content creator, content marketing,
tension headache, busy street, sweet potato, sweet tea, sweet tooth, cool down, cool weather,
great grandmother, great grandfather, great aunt, great uncle, the great, love song, love story,
hate crime, miss universe, odd jobs, odd numbers, curious george, love to eat, love eating,
love reading, love watching, love drinking, love playing, i love, we love, balanced diet,
secure password, gentle reminder, exercise routine, routine check, morning routine, skin care
routine, skincare routine, average of, average height, fine dining, died down, died of laughter,
weird al, actually a, actually an, regular coffee, spent the, spent my, spent a, spent some, spent
all, spent most, spent last, spent three, spent two, time spent, i spent, we spent, standard of,
settled in, standard deviation, what if i, great deal, wait for, wait until, wait to, wait till,
secure a, relief fund, a steady, steady job, sorry for your, content team, busy season, patient at,
a patient, patients, gross income, gross salary, spent on, alone time, rest of""".replace(
        "\n", " "
    ).split(", ")
)
