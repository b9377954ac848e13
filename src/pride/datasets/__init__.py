"""Data sets: from an entry of the registry to arrays, whichever way the bytes come."""
