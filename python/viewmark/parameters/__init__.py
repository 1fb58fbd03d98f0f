"""What a parameter of a call is: types, range and schema; and values as clients send them."""
