"""The animalfolk, one file each: a short function for each technique, a short declaration for each passive card."""
