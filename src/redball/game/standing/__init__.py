"""Standing answers: what a side has said beforehand, and what the game answers for it without asking."""
