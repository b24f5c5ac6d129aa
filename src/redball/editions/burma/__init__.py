"""The Burma rules of New OCS, an overlay on it: Banzai, Japanese hedgehogs, small artillery."""
