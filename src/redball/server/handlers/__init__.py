"""The calls of the interface, by what they are for."""
