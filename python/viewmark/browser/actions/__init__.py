"""Verified input: the point to press, the element that was hit, and the effects."""
