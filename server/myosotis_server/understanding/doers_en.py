"""What somebody does for pleasure by what they call themselves: "a keen cyclist"."""

from myosotis_server.understanding.patterns import pattern_of

_AVID = pattern_of(
    r"an? (?:avid|keen|passionate|enthusiastic|amateur|hobby|big|regular|weekend|budding"
    r"|hobbyist) (?:\w+ )?(?P<doer>\w+er"
    r"|photographer|cyclist|musician|artist|chef|pianist|fisherman|cook)\b"
)
_DOES = {
    "photographer": "photography",
    "cyclist": "cycling",
    "reader": "reading",
    "runner": "running",
    "swimmer": "swimming",
    "hiker": "hiking",
    "gardener": "gardening",
    "gamer": "gaming",
    "baker": "baking",
    "painter": "painting",
    "climber": "climbing",
    "dancer": "dancing",
    "skier": "skiing",
    "traveller": "travelling",
    "traveler": "traveling",
    "beekeeper": "beekeeping",
    "angler": "fishing",
    "fisherman": "fishing",
    "birder": "birding",
    "potter": "pottery",
    "quilter": "quilting",
    "woodworker": "woodworking",
    "cook": "cooking",
    "astronomer": "astronomy",
    "golfer": "golf",
    "camper": "camping",
    "walker": "walking",
    "rower": "rowing",
    "knitter": "knitting",
    "surfer": "surfing",
    "birdwatcher": "birdwatching",
    "writer": "writing",
    "singer": "singing",
}


def doing_of(text: str) -> str:
    """ "a keen cyclist" → "cycling"; "" where `text` begins with no such word."""
    found = _AVID.match(text)
    return _DOES.get(found["doer"], "") if found else ""
