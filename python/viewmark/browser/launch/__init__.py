"""Finds, starts, watches, confines and attaches to browsers."""
