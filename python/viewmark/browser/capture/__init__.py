"""Screenshots: taken, masked, and checked against what moved meanwhile."""
