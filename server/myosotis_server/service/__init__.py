"""Use cases: async, one file per verb, told everything by their constructors."""
