"""Operations on a page (observe, act, navigate, wait); each takes options and returns a result."""
