"""Naval power (18, 19): what is dice or numbers; ships come to live here."""
