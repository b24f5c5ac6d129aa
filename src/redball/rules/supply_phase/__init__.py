"""The Supply Phase (12.8, 12.10): the trace check, recovery, Attrition, breakout."""
