"""Command & Control, as an overlay: each HQ commands a limited number of units, army by army."""
