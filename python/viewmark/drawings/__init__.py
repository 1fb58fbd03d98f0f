"""What a human draws on a page: states, marks, sessions, waiting, report.

Pure: no page, no loop, no clock; the time is a parameter, in seconds.
"""
