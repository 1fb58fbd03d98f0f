"""The back office of a shop, rendered by the server as common admin frameworks do it.

It has a list of 40 products whose prices and states can be edited in place, a form with a
searchable picker and two lists, and a filtered list of orders with a bulk action and a confirmation
page.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

__all__ = ["Office"]

CallAnswer = tuple[int, dict[str, str], bytes]
Form = dict[str, list[str]]

STATES = ("draft", "active", "retired")
THINGS = (
    *("Brass hinge", "Oak shelf", "Tin bucket", "Wool rug"),
    *("Clay pot", "Pine stool", "Linen sack", "Iron hook"),
)
SUPPLIERS = (
    *("Aho Works", "Berg and Sons", "Carlo Mill", "Dale Forge"),
    *("Esker Looms", "Fjord Glass", "Gale Timber"),
)
TAGS = ("garden", "kitchen", "workshop", "office", "outdoor", "sale", "new", "fragile")
SOURCES = Path(__file__).parent / "pages" / "office"
HTML = {"Content-Type": "text/html; charset=utf-8"}


def filled(source: str, **texts: object) -> str:
    """Return a template of `pages/office` with its placeholders filled."""
    page = (SOURCES / f"{source}.html").read_text("utf-8")
    for name, text in texts.items():
        page = page.replace("{" + name + "}", str(text))
    return page


class Office:
    """Products and orders, and the pages for editing them."""

    def __init__(self) -> None:
        self.products: dict[int, dict[str, Any]] = {
            i: {
                "name": f"{THINGS[i % 8]} {'SMLXY'[i // 8]}",
                "price": f"{3 + i * 7 % 40}.50",
                "state": STATES[1 if i % 3 else 0],
            }
            for i in range(40)
        }
        self.orders: dict[int, str] = {
            5000 + i: ("paid", "sent", "cancelled", "open")[(i * 7 + i // 5) % 4] for i in range(26)
        }
        self._first = {i: dict(row) for i, row in self.products.items()}
        self._all_orders = set(self.orders)
        self._message = ""

    def differences(self) -> dict[str, Any]:
        """Return the changes since the start: changed or new products by name, deleted orders."""
        changed = {
            self._first[i]["name"] if i in self._first else row["name"]: {
                key: value for key, value in row.items() if value != self._first.get(i, {}).get(key)
            }
            for i, row in self.products.items()
            if row != self._first.get(i)
        }
        return {"products": changed, "gone": sorted(self._all_orders - set(self.orders))}

    def page(self, path: str, query: Form) -> CallAnswer:
        """Return the page for a GET request."""
        made = {
            "/office/products": self._products,
            "/office/products/add": self._add,
            "/office/orders": lambda: self._orders(query.get("state", [""])[0]),
        }.get(path)
        if made is None:
            return 404, {}, b"<h1>Not here</h1>"
        return 200, HTML, made().encode()

    def received(self, path: str, form: Form) -> CallAnswer:
        """Process a POST request; it redirects to the list with a message."""
        if path == "/office/products":
            count = 0
            for i, row in self.products.items():
                new = {
                    key: form.get(f"form-{i}-{key}", [row[key]])[0] for key in ("price", "state")
                }
                count += any(row[key] != value for key, value in new.items())
                row.update(new)
            self._message = f"{count} products were changed successfully."
            return 303, {"Location": "/office/products"}, b""
        if path == "/office/products/add":
            name = form.get("name", [""])[0]
            self.products[max(self.products) + 1] = {
                "name": name,
                "price": form.get("price", [""])[0],
                "state": "draft",
                "supplier": form.get("supplier", [""])[0],
                "tags": sorted(form.get("tags", [])),
            }
            self._message = f"The product {name} was added successfully."
            return 303, {"Location": "/office/products"}, b""
        chosen = [int(each) for each in form.get("chosen", [])]
        if form.get("sure"):
            for each in chosen:
                self.orders.pop(each, None)
            self._message = f"Successfully deleted {len(chosen)} orders."
            return 303, {"Location": "/office/orders"}, b""
        if form.get("action") == ["delete"] and chosen:
            return 200, HTML, self._sure(chosen).encode()
        self._message = "Nothing was chosen."
        return 303, {"Location": "/office/orders"}, b""

    def _head(self, title: str) -> str:
        said, self._message = self._message, ""
        message = f"<p class=ok role=status>{escape(said)}</p>" if said else ""
        return filled("head", title=title, message=message)

    def _products(self) -> str:
        rows = []
        for i, row in self.products.items():
            states = "".join(
                f"<option value={s}{' selected' * (s == row['state'])}>{s.title()}</option>"
                for s in STATES
            )
            texts = {"name": escape(row["name"]), "price": escape(row["price"])}
            rows.append(filled("product", i=i, states=states, **texts))
        list_ = filled("products", rows="".join(rows), count=len(self.products))
        return self._head("Products") + list_

    def _add(self) -> str:
        suppliers = "".join(f"<option>{escape(s)}</option>" for s in SUPPLIERS)
        tags = "".join(f"<option>{t}</option>" for t in TAGS)
        return self._head("Add product") + filled("add", suppliers=suppliers, tags=tags)

    def _orders(self, state: str) -> str:
        shown = {i: s for i, s in self.orders.items() if state in ("", s)}
        links = " ".join(
            f'<a href="/office/orders?state={s}">{s.title() or "All"}</a>'
            for s in ("", "open", "paid", "sent", "cancelled")
        )
        box = "<input type=checkbox name=chosen"
        rows = "".join(
            f'<tr><td>{box} value={i} aria-label="Select order {i}"><td>{i}<td>{s}</tr>'
            for i, s in shown.items()
        )
        return self._head("Orders") + filled("orders", links=links, rows=rows, count=len(shown))

    def _sure(self, chosen: list[int]) -> str:
        fields = "".join(f"<input type=hidden name=chosen value={i}>" for i in chosen)
        return self._head("Are you sure?") + filled("sure", count=len(chosen), fields=fields)
