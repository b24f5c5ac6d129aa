"""What one side may see of a game, as records."""
