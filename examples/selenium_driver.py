"""viewmark on the window of a Selenium driver: `python examples/selenium_driver.py URL`."""

import os
import sys

from selenium import webdriver

from viewmark import sync

options = webdriver.ChromeOptions()
options.add_argument("--headless=new")
if os.getenv("VIEWMARK_BROWSER"):
    options.binary_location = os.environ["VIEWMARK_BROWSER"]
if hasattr(os, "geteuid") and os.geteuid() == 0:
    options.add_argument("--no-sandbox")
driver = webdriver.Chrome(options=options)
driver.get(sys.argv[1])

with sync.wrap(driver) as page:  # the driver's current window; async: viewmark.wrap
    seen = page.observe(annotate=True)
    print(seen.lines())
    if len(seen):
        print(page.click(1))  # by number
    seen = page.observe()  # the click may have opened another page
    if len(seen):
        print(page.click(seen.annotations[-1].ref))  # by ref, which stays valid

driver.quit()
