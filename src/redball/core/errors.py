"""What can be wrong with an edition, for who only asks for one by name."""


class EditionError(ValueError):
    """An edition that cannot be assembled, or that there is not; the text is a sentence and names the point."""
