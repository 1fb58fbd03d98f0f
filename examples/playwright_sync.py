"""viewmark on a page of Playwright's sync API: `python examples/playwright_sync.py URL`."""

import os
import sys

from playwright.sync_api import sync_playwright

from viewmark import sync

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=os.getenv("VIEWMARK_BROWSER"))
    theirs = browser.new_page()
    theirs.goto(sys.argv[1])

    with sync.wrap(theirs) as page:  # or a CDPSession; in this thread only
        seen = page.observe(annotate=True)
        print(seen.lines())
        if len(seen):
            print(page.click(1))  # by number
        seen = page.observe()  # the click may have opened another page
        if len(seen):
            print(page.click(seen.annotations[-1].ref))  # by ref, which stays valid

    browser.close()
