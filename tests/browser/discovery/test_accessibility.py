"""The accessibility tree as text, compared with Chromium's own nodes."""

from __future__ import annotations

from typing import Any

import pytest
from page_over import PageOf
from webserver import LocalSite

from viewmark.browser.discovery.accessibility import accessibility
from viewmark.browser.page_target import PageTarget

CARD = "4111111111111111"


async def of_chromium(page: PageTarget, selector: str) -> dict[str, Any]:
    """Return Chromium's node for the element: role, name and properties."""
    found = await page.session.send(
        "Runtime.evaluate", {"expression": f"document.querySelector({selector!r})"}
    )
    reply = await page.session.send(
        "Accessibility.getPartialAXTree",
        {"objectId": found["result"]["objectId"], "fetchRelatives": False},
    )
    [node] = reply["nodes"]
    told = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
    return {"role": node["role"]["value"], "name": node["name"]["value"], **told}


@pytest.mark.parametrize(
    ("html", "state"),
    [
        ("<button id=t aria-expanded=true>Menu</button>", "expanded"),
        ("<button id=t disabled>Off</button>", "disabled"),
        ("<label><input id=t type=checkbox checked>News</label>", "checked"),
        ("<button id=t aria-pressed=true>Bold</button>", "pressed"),
        ("<h3 id=t>Third</h3>", "level"),
        ("<input id=t required aria-label=Name>", "required"),
    ],
)
async def test_role_name_and_state_are_those_of_chromium(
    html: str, state: str, page_of: PageOf
) -> None:
    page = await page_of(html)
    theirs = await of_chromium(page, "#t")
    tree = await accessibility(page)
    [ours] = [n for n in tree.nodes if (n.role, n.name) == (theirs["role"], theirs["name"])]
    expected = True if theirs[state] in (True, "true") else theirs[state]
    assert expected
    assert dict(ours.states)[state] == expected


async def test_the_nodes_of_a_frame_of_another_process_stand_below_its_element(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/inner.html", "<button>Inside</button>")
    frame = f"<iframe title=Pay src='{site.url('/inner.html', host='localhost')}'></iframe>"
    page = await page_of(f"<button>Before</button>{frame}<button>After</button>")
    await page.settle_frames()
    rows = (await accessibility(page)).to_json()["nodes"]
    at = {row["name"]: index for index, row in enumerate(rows) if row["role"] != "StaticText"}
    assert at["Before"] < at["Pay"] < at["Inside"] < at["After"]
    assert rows[at["Pay"]]["depth"] < rows[at["Inside"]]["depth"]


async def test_a_card_number_is_in_no_name_though_chromium_puts_it_there(page_of: PageOf) -> None:
    page = await page_of(
        f"<input id=card autocomplete=cc-number aria-label=Card value={CARD}>"
        "<h2 id=h aria-labelledby=card2>x</h2><span id=card2>Paid with "
        f"<input autocomplete=cc-number value={CARD}></span>"
    )
    assert CARD in (await of_chromium(page, "#h"))["name"]
    tree = await accessibility(page)
    assert CARD not in str(tree) + str(tree.to_json())
    [field] = [n for n in tree.nodes if n.name == "Card"]
    assert field.values == {"valueState": "filled"}
    roles = {n.role for n in tree.nodes}
    assert {"textbox", "heading"} <= roles


async def test_what_the_limit_leaves_out_is_counted(page_of: PageOf) -> None:
    page = await page_of("".join(f"<button>b{i}</button>" for i in range(9)))
    whole, part = await accessibility(page), await accessibility(page, limit=4)
    assert part.nodes == whole.nodes[:4]
    assert part.omitted == len(whole.nodes) - 4 > 0


async def test_frames_of_one_process_do_not_take_each_other_their_names(page_of: PageOf) -> None:
    """Objects for a large frame's request are kept until its reply, even if small frames end."""
    words = "".join(f"<p>word {n}</p>" for n in range(60))
    frames = [f"<button>Small</button>{words if n % 2 else ''}" for n in range(24)]
    page = await page_of(
        "<!doctype html>" + "".join(f"<iframe srcdoc='{each}'></iframe>" for each in frames)
    )
    for _ in range(3):
        tree = await accessibility(page, limit=5000)
        assert [node.name for node in tree.nodes if node.role == "button"] == ["Small"] * 24
