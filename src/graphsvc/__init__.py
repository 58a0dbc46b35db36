"""graphsvc: a self-hosted knowledge service over citation data."""
