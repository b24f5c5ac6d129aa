"""The sequence of play (2): game and Player Turn, weather (17), Clean Up, victory."""
