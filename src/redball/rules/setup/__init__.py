"""Set-up: what a scenario fixes, what players place."""
