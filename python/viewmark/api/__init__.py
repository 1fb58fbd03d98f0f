"""What callers import: browsers, pages, actions and draw mode, with every option written out."""
