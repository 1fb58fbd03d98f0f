"""Changes between two observations of a page: by element and property, then by pixel.

Two checkpoints (`checkpoint`) are matched (`matching`) and compared property by property
(`properties`); changes that follow from others are merged into them (`shifts`, `folding`).
Pictures, HTML, Markdown and JUnit are rendered from the result. Only `take` needs a browser.
"""
