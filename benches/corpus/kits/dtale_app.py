"""A small table in D-Tale: `python dtale_app.py PORT`."""

import sys

import dtale
import pandas

words = ["amber", "basalt", "cedar", "delta", "ember", "fjord", "grove", "harbor"]
table = pandas.DataFrame(
    {
        "good": words,
        "price": [7.5 + n for n in range(8)],
        "stock": [40 - 3 * n for n in range(8)],
        "paid": [n % 3 == 0 for n in range(8)],
        "day": pandas.date_range("2026-03-01", periods=8),
    }
)
dtale.show(table, host="127.0.0.1", port=int(sys.argv[1]), subprocess=False, ignore_duplicate=True)
