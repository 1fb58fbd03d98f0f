"""viewmark on a page of Playwright: `python examples/playwright_async.py URL`."""

import asyncio
import os
import sys

from playwright.async_api import async_playwright

import viewmark


async def main(url):
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=os.getenv("VIEWMARK_BROWSER"))
        theirs = await browser.new_page()
        await theirs.goto(url)

        async with viewmark.wrap(theirs) as page:  # or a CDPSession
            seen = await page.observe(annotate=True)
            print(seen.lines())
            if len(seen):
                print(await page.click(1))  # by number
            seen = await page.observe()  # the click may have opened another page
            if len(seen):
                print(await page.click(seen.annotations[-1].ref))  # by ref, which stays valid

        await browser.close()


asyncio.run(main(sys.argv[1]))
