"""Verified input: finds the point to press, checks which element was hit, reports effects."""
