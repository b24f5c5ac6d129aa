"""The Supply Phase (12.8, 12.10): who must trace, recovery, attrition, breakout."""
