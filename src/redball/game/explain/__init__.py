"""Every question about supply, answered from what one side may know, in records and in sentences."""
