"""Positions as text: written, read and dumped (`docs/formats.md`)."""
