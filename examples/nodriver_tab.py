"""viewmark on a tab of nodriver: `python examples/nodriver_tab.py URL`."""

import asyncio
import os
import sys

import nodriver

import viewmark


async def main(url):
    browser = await nodriver.start(
        headless=True,
        browser_executable_path=os.getenv("VIEWMARK_BROWSER"),
        sandbox=not hasattr(os, "geteuid") or os.geteuid() != 0,
    )
    tab = await browser.get(url)

    async with viewmark.wrap(tab) as page:
        seen = await page.observe(annotate=True)
        print(seen.lines())
        if len(seen):
            print(await page.click(1))  # by number
        seen = await page.observe()  # the click may have opened another page
        if len(seen):
            print(await page.click(seen.annotations[-1].ref))  # by ref, which stays valid

    browser.stop()


asyncio.run(main(sys.argv[1]))
