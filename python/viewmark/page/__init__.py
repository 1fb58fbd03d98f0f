"""Operations on one page: observe, act, navigate, wait. Each takes options, returns a result."""
