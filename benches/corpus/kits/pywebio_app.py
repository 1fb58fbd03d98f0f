"""A PyWebIO form of a shop with several steps, below a table of orders."""

import sys

from pywebio import start_server
from pywebio.input import (
    TEXT,
    actions,
    checkbox,
    file_upload,
    input,
    input_group,
    radio,
    select,
    slider,
    textarea,
)
from pywebio.output import put_buttons, put_collapse, put_markdown, put_table, put_tabs, toast


def shop() -> None:
    put_markdown("# Orders\nAll that is **open**. See [the carrier](https://example.org/).")
    rows = [("101", "Ann", "Assam"), ("102", "Bo", "Clay pot"), ("103", "Cleo", "Sencha")]
    put_table(
        [
            [*row, put_buttons(["Edit", "Delete"], onclick=lambda what: toast(what), small=True)]
            for row in rows
        ],
        header=["No", "Who", "What", ""],
    )
    put_tabs([{"title": "Notes", "content": "Ring twice"}, {"title": "Log", "content": "Nothing"}])
    put_collapse("Details of delivery", "By bicycle")
    input_group(
        "A new order",
        [
            input("Name", name="name", type=TEXT, placeholder="Who orders"),
            select("Goods", ["Assam", "Clay pot", "Sencha"], name="goods"),
            checkbox("Extras", ["Gift wrap", "Card"], name="extras", inline=True),
            radio("Delivery", ["By post", "Fetch it"], name="way", inline=True),
            slider("Packs", name="packs", value=3, max_value=9),
            file_upload("Picture", name="picture"),
            textarea("Note", name="note", rows=2),
            actions(name="go", buttons=["Order", "Ask first"]),
        ],
    )


start_server(shop, port=int(sys.argv[1]), host="127.0.0.1", cdn=False)
