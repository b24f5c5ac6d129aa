"""Air power (14, 15): the dice and the numbers; missions will live here."""
