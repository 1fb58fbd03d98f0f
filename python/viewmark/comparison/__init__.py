"""Changes between two observations of a page: by element and property, then by pixel.

Two checkpoints (`checkpoint`) are matched (`matching`), compared property by property
(`properties`), and what follows from something else is folded into it (`shifts`, `folding`).
Pictures, HTML, Markdown and JUnit are made of the result. Nothing here but `take` knows a browser.
"""
