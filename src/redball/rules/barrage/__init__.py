"""Barrage (10): the segment, the procedure, what it is worth on the board and on the chart."""
