"""The server: plain HTTP and JSON over `redball.game`, and the page. See `docs/api.md`."""
