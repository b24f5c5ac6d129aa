"""Planning aids above the engine: where a stack or a train could go, and the atomic actions that take it there."""
