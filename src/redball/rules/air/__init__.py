"""Air power (14, 15): what is dice or numbers; missions come to live here."""
