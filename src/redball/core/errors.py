"""The error of an edition, for callers that only ask for one by name."""


class EditionError(ValueError):
    """An edition that does not exist or cannot be assembled; the text is a sentence that names the point."""
