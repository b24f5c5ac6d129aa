"""Set-up: fixed by the scenario, or placed by the players."""
