"""Finds the changes between two observations of a page: by element and property, then by pixel.

The elements of two checkpoints (`checkpoint`) are matched (`matching`) and compared property by
property (`properties`). A change that follows from another change is merged into it (`moves`,
`folding`). Images, HTML, Markdown and JUnit are rendered from the result. Only `take` and the live
rules of `audit` need a browser.
"""
