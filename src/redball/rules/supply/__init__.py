"""On-map supply (12.1 to 12.4, 12.11): draws and throws, payment, blown dumps, and why supply fails to arrive."""
