"""Transport Points (13.7): loading, unloading, Extenders."""
