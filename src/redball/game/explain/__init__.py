"""Every question about supply, answered as one side may know it, in records and in sentences."""
