"""What lies on the map: bridges and rivers, hedgehogs (16), railroad tracks, holding boxes, who may stand where."""
