"""What a side may see and believe of the other."""
