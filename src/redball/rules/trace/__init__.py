"""Trace supply (12.6, 12.7): sources, ways, chains of Extenders, and why a trace fails."""
