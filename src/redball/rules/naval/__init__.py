"""Naval power (18, 19): ships and their fire, Landing Craft and landings, shipping."""
