"""Units (3, 4): what a unit can do, stacking, zones of control, losses, engineers, Breakdowns (20)."""
