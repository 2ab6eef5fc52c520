"""The Myosotis server: long-term memory of each person that a conversational product talks to."""
