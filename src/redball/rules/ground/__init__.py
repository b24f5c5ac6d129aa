"""What is on the map: bridges and rivers, hedgehogs (16), railroads, holding boxes, where units may be."""
