"""Command & Control, as an overlay: HQs command so many units each, army by army."""
