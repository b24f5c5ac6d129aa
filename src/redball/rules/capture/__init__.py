"""Capture (9.14): what becomes of enemy supply, transport and works in a hex that is entered."""
