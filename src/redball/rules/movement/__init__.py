"""Ground movement (6) and overrun (8): the segment, the step from hex to hex."""
