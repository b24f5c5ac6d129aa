"""On-map supply (12.1 to 12.4, 12.11): draw and throw, who pays, blown dumps, and why supply does not come."""
