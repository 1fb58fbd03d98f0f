"""Parameters of calls: types, ranges, schemas, and the conversion of values from clients."""
