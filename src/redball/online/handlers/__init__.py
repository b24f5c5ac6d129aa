"""The calls that only the online server has."""
