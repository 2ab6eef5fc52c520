"""How sure it is that a text names something."""

SURE = 0.8
"""Of what is known to be a name, or stands where only names do."""
LIKELY = 0.6
"""Of what only looks like one."""
