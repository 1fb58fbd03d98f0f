"""The blocking API for scripts and notebooks: the same names, without `await`.

    from viewmark import sync
    with sync.launch() as browser:
        page = browser.page("https://example.com")
        page.observe(annotate=True).save("shot.jpg")

An event loop runs in a separate thread, so the API also works if another loop is already running.
Every call has the same arguments, results and errors as the call of the same name in `viewmark`.
"""

from viewmark.sync.browser import Browser, attach, launch
from viewmark.sync.page import DrawingSession, Page
from viewmark.sync.wrapping import wrap

__all__ = ["Browser", "DrawingSession", "Page", "attach", "launch", "wrap"]
