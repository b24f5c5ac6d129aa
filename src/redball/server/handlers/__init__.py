"""The calls of the interface, grouped by purpose."""
