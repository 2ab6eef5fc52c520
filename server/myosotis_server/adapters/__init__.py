"""The ports of `memory/` on real machinery, and their twins in RAM."""
