"""The conditions of each task, checked by the site's state and the player's answer alone."""

from __future__ import annotations

import re
from hashlib import sha256
from html import unescape
from typing import Any

from arena.played.site import PICTURE, first_state

__all__ = ["checks"]

Checks = dict[str, bool]


def checks(state: dict[str, Any], answers: dict[str, str]) -> dict[str, Checks]:
    """Return the conditions of each task, keyed by task and by name."""
    first = first_state()
    return {
        "stock": _stock(first, state),
        "board": _board(first, state),
        "article": _article(state),
        "trip": _trip(state, answers.get("trip", "")),
        "archive": _archive(first, state),
        "account": _account(first, state),
    }


def _stock(first: dict[str, Any], state: dict[str, Any]) -> Checks:
    wanted = dict[int, dict[str, Any]]()
    for row in first["articles"]:
        if row["supplier"] != "Moss & Hale":
            continue
        change = {
            "Brass tap 15 mm": {"reorder": 40},
            "Ball valve 22 mm": {"reorder": 25},
            "Copper elbow 15 mm": {"discontinued": True},
        }.get(row["name"])
        if change:
            wanted[row["id"]] = change
    rows = {row["id"]: row for row in state["articles"]}
    return {
        "changes": len(wanted) == 3
        and all(rows.get(key, {}).items() >= change.items() for key, change in wanted.items()),
        "deleted": 9001 not in rows,
        "nothing else": all(
            rows.get(row["id"]) == row
            for row in first["articles"]
            if row["id"] not in wanted and row["id"] != 9001
        ),
    }


def _board(first: dict[str, Any], state: dict[str, Any]) -> Checks:
    titles = {
        name: [card["title"] for card in state["cards"] if card["list"] == name]
        for name in ("To do", "Doing", "Done")
    }
    new = [card for card in state["cards"] if card["title"] == "Call the inspector"]
    return {
        "moved": "Replace the pump seal" in titles["Done"],
        "first of Doing": titles["Doing"][:1] == ["Order new filters"],
        "new card": len(new) == 1
        and new[0]["list"] == "To do"
        and sorted(new[0]["labels"]) == ["contractor", "urgent"]
        and new[0]["due"] == "2027-03-12",
        "renamed": "Paint the railing green" in titles["To do"],
        "others": titles["Doing"][1:] == ["Replace the pump seal (hall 2)", "Label the valves"]
        and len(state["cards"]) == len(first["cards"]) + 1,
    }


def _article(state: dict[str, Any]) -> Checks:
    post = state["posts"][0] if len(state["posts"]) == 1 else {}
    html = post.get("html", "")
    words = " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split()).replace(" .", ".")
    links = re.findall(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', html)
    bold = re.findall(r"<(?:b|strong)\b[^>]*>(.*?)</(?:b|strong)>", html)
    return {
        "one post": len(state["posts"]) == 1,
        "title": post.get("title") == "The hall opens again",
        "text": words == "The hall opens on Monday. See the plan.",
        "bold": [re.sub(r"<[^>]*>", "", each).strip() for each in bold] == ["Monday"],
        "link": links == [("https://hall.example/plan", "the plan")],
        "picture": post.get("pictures") == [sha256(PICTURE).hexdigest()],
        "rest": (post.get("alt"), post.get("section"), post.get("who"))
        == ("The new hall", "Works", "everybody"),
    }


def _trip(state: dict[str, Any], answer: str) -> Checks:
    trip = state["trips"][0] if len(state["trips"]) == 1 else {}
    return {
        "one trip": len(state["trips"]) == 1,
        "dates": (trip.get("from"), trip.get("to")) == ("2027-06-06", "2027-06-13"),
        "guests": (trip.get("adults"), trip.get("children"), trip.get("dog")) == (3, 1, True),
        "extras": trip.get("extras") == {"Rowing boat": "half day", "Sauna": "every evening"},
        "person": (trip.get("name"), trip.get("mail"), trip.get("country"))
        == ("Rosa Lindqvist", "rosa@northgate.example", "Austria"),
        "answer": "NL-4471-KX" in answer,
    }


def _archive(first: dict[str, Any], state: dict[str, Any]) -> Checks:
    paths = _paths(state["tree"])
    gone = "Projects/Harbour bridge/Offers/Offer 17 old"
    wanted = _paths(first["tree"]) - {gone, "Projects/Harbour bridge/Offers/Offer 18"}
    wanted -= {"Unsorted/Scan 0007"}
    wanted |= {"Unsorted/Permit 0007", "Projects/Town hall/Offers/2027"}
    wanted |= {"Projects/Town hall/Offers/2027/Offer 18"}
    return {"deleted": gone not in paths, "tree": paths == wanted}


def _paths(tree: list[dict[str, Any]]) -> set[str]:
    nodes = {each["id"]: each for each in tree}

    def path(node: dict[str, Any]) -> str:
        above = nodes.get(node["parent"])
        return node["text"] if above is None else f"{path(above)}/{node['text']}"

    return {path(each) for each in tree}


def _account(first: dict[str, Any], state: dict[str, Any]) -> Checks:
    wanted = first["settings"] | {
        "mail.quiet": True,
        "mail.quietFrom": "21:30",
        "mail.quietTo": "07:00",
        "push.sound": "knock",
        "sessions.idle": 90,
    }
    left = {each["id"] for each in state["devices"]}
    return {
        "signed in": state["signed_in"],
        "settings": state["settings"] == wanted,
        "device": {each["id"] for each in first["devices"]} - left == {2716},
    }
