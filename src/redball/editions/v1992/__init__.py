"""The first edition (1992), as an overlay on the series rules: each module fills points of its own."""
