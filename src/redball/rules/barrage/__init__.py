"""Barrage (10): the segment, the procedure, its effect on the board and on the chart."""
