"""Construction (13.8, 16): tasks, who can do them, and the list for the player."""
