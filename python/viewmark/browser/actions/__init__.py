"""Verified input: where to press, what was hit, and what it caused."""
