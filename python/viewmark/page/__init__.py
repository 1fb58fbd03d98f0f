"""Operations on one page: look, act, navigate, wait. Request in, result out."""
