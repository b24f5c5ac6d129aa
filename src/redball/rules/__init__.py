"""The rules: one module for each thing that the rulebook regulates. See `docs/architecture.md` for where each case lives."""
