"""The formats that graphsvc reads: one module each, a generator of records."""
