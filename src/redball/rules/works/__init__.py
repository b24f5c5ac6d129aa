"""Construction (13.8, 16): tasks, the units that can do them, and the list for the player."""
