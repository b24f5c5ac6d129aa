"""The rules: one module for each thing that the rulebook regulates. `docs/architecture.md` tells where cases live."""
