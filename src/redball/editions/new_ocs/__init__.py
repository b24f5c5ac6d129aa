"""New OCS, as an overlay on the series rules: each module fills points of its own."""
