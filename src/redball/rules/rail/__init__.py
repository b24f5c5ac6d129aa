"""Railroads (13.3): Rail Cap, paths, units and SP by train, conversion and repair."""
