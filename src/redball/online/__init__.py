"""The server on which people who are far apart play: accounts, a database, seats (`docs/online.md`)."""
