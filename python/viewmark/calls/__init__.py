"""The table of calls that all front ends share: names, options, texts, and how each call runs."""
