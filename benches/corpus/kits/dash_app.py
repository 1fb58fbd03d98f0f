"""A Dash dashboard: filters, a table that can be edited and sorted, a chart with a toolbar."""

import sys

from dash import Dash, dash_table, dcc, html

WORDS = ["amber", "basalt", "cedar", "delta", "ember", "fjord"]
STATES = ["open", "paid", "shipped"]
rows = [
    {"number": 1040 + n, "customer": word, "state": STATES[n % 3]} for n, word in enumerate(WORDS)
]
columns = [
    {"name": ["Order", "Number"], "id": "number", "deletable": True},
    {"name": ["Order", "Customer"], "id": "customer", "renamable": True},
    {"name": ["State", "State"], "id": "state", "presentation": "dropdown"},
]
app = Dash(__name__)
app.layout = html.Div(
    style={"width": 1200, "margin": 16, "fontFamily": "sans-serif"},
    children=[
        dcc.Tabs(
            value="orders",
            children=[dcc.Tab(label=w.title(), value=w) for w in ("orders", "products", "people")],
        ),
        html.Div(
            style={"display": "grid", "gridTemplateColumns": "1fr 1fr 1fr", "gap": 20},
            children=[
                dcc.Dropdown(WORDS, ["amber", "cedar"], multi=True),
                dcc.RangeSlider(0, 10, 2, value=[2, 6]),
                dcc.DatePickerRange(start_date="2026-03-01", end_date="2026-03-20"),
                dcc.RadioItems(STATES, "open", inline=True),
                dcc.Checklist(["gift", "express"], ["gift"], inline=True),
                dcc.Upload(html.Div("Drop a file here or press to choose")),
            ],
        ),
        dash_table.DataTable(
            rows,
            columns,
            editable=True,
            row_selectable="multi",
            row_deletable=True,
            sort_action="native",
            filter_action="native",
            page_size=5,
            merge_duplicate_headers=True,
            dropdown={"state": {"options": [{"label": s, "value": s} for s in STATES]}},
        ),
        dcc.Graph(
            style={"height": 280},
            figure={
                "data": [{"x": WORDS, "y": [3, 1, 4, 1, 5, 9], "type": "bar", "name": w}
                         for w in ("2025", "2026")],
                "layout": {"margin": {"t": 20, "b": 20}},
            },
            config={"displayModeBar": True},
        ),
    ],
)  # fmt: skip
if __name__ == "__main__":
    app.run(host="127.0.0.1", port=sys.argv[1])
