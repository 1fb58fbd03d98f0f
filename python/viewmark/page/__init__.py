"""Operations on a page (observe, act, navigate, wait), each of which returns a result object."""
