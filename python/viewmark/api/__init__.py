"""The public API: browsers, pages, actions and draw mode, with all options declared."""
