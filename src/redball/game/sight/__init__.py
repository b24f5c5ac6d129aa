"""What a side may see of the other, and what it may believe."""
