"""Capture (9.14): what happens to enemy supply, transport and works in a hex entered."""
