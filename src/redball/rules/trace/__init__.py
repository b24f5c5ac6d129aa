"""Trace supply (12.6, 12.7): sources, ways to trace, chains of Extenders, and why a trace fails."""
