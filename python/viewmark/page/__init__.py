"""Operations on one page: observe, act, navigate, wait. Each takes a request, returns a result."""
