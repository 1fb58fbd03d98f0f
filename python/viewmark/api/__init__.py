"""The public API: browsers, pages, actions and draw mode, with every option written out."""
