"""What can be done with one page: look, act, navigate, wait. Request in, result out."""
