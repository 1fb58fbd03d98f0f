"""Finds, starts, monitors and confines browsers, and attaches to running ones."""
