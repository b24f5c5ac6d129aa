"""Air power (14, 15): missions, Air Combat, Flak, cargo and drops, air bases, refit."""
