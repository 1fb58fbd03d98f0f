"""The blocking face, for scripts and notebooks: the same names, without `await`.

    from viewmark import sync
    with sync.launch() as browser:
        page = browser.page("https://example.com")
        page.observe(annotate=True).save("shot.jpg")

An event loop runs in a thread of its own, so this works where a loop runs already (notebooks).
Every call does what the one of the same name in `viewmark` does, with its arguments and errors.
"""

from viewmark.sync.browser import Browser, attach, launch
from viewmark.sync.page import DrawingSession, Page
from viewmark.sync.wrapping import wrap

__all__ = ["Browser", "DrawingSession", "Page", "attach", "launch", "wrap"]
