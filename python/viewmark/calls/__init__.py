"""The table of calls that every face is made of: names, options, words, and how each is run."""
