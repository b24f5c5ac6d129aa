"""The Reinforcement Phase (13.5, 13.6, 13.9): arrivals, replacements, rebuilding, consolidation."""
