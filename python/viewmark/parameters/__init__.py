"""Parameters of calls: types, ranges and schemas; and conversion of values sent by clients."""
