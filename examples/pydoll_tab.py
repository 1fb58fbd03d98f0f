"""viewmark on a tab of pydoll: `python examples/pydoll_tab.py URL`."""

import asyncio
import os
import sys

from pydoll.browser import Chrome
from pydoll.browser.options import ChromiumOptions

import viewmark


async def main(url):
    options = ChromiumOptions()
    options.headless = True
    options.binary_location = os.getenv("VIEWMARK_BROWSER", "")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    async with Chrome(options=options) as browser:
        tab = await browser.start()
        await tab.go_to(url)

        async with viewmark.wrap(tab) as page:
            seen = await page.observe(annotate=True)
            print(seen.lines())
            if len(seen):
                print(await page.click(1))  # by number
            seen = await page.observe()  # the click may have opened another page
            if len(seen):
                print(await page.click(seen.annotations[-1].ref))  # by ref, which stays valid


asyncio.run(main(sys.argv[1]))
