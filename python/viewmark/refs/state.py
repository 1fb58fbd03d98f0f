"""Saves and loads the registry as JSON, so that refs survive across sessions.

The file contains refs, roles, names, the author's names, and hashes of surroundings and URLs. It
contains no field values, row texts or URLs. Input is validated completely, because its source is
not trusted.
"""

from __future__ import annotations

import math
from typing import Any

from viewmark.elements.record import ElementIdentity
from viewmark.errors import StateInvalid
from viewmark.refs.identity import Marks, make_keys
from viewmark.refs.memory import DocumentAddress, Evidence, Known
from viewmark.refs.naming import REF

FORMAT = "viewmark-refs"
VERSION = 2
"""Version of saved refs; increased when the hash or the meaning of a field changes."""
MAX_ELEMENTS = 20_000
MAX_TEXT = 1_000
MAX_WORDS = 60


def dump(known: list[Known], count: int) -> dict[str, Any]:
    """Return the JSON form of the remembered elements after `count` observations."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "observations": count,
        "elements": [_row(k) for k in known],
    }


def _row(k: Known) -> dict[str, Any]:
    return {
        "ref": k.ref,
        "history": list(k.history),
        "identity": list(k.keys.exact),
        "loose": k.keys.loose[4],
        "aim": k.keys.aim,
        "marks": list(k.keys.marks),
        "path": k.identity.path,
        "at": [round(k.x, 1), round(k.y, 1)],
        "seen": k.seen_at,
        "weak": k.is_weak,
        "site": k.is_site,
        "place": list(k.place),
        "row": {
            name: sorted(value) if isinstance(value, frozenset) else value
            for name, value in k.evidence._asdict().items()
        },
    }


def load(data: object) -> tuple[list[Known], int]:
    """Return the remembered elements and the number of observations from their JSON form.

    Raises:
        StateInvalid: the data was not written by `dump`.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise StateInvalid("This is not a saved state of refs.")
    if data.get("version") != VERSION:
        raise StateInvalid(
            f"The state has version {data.get('version')!r:.20}, this program reads {VERSION}.",
        )
    count = _whole(data, "observations", "state")
    rows = data.get("elements")
    if not isinstance(rows, list) or len(rows) > MAX_ELEMENTS:
        raise StateInvalid(f"`elements` must be a list of at most {MAX_ELEMENTS}.")
    known = []
    refs: set[str] = set()
    for at, row in enumerate(rows):
        where = f"element {at}"
        if not isinstance(row, dict):
            raise StateInvalid(f"{where} is not an object.")
        k = _parse_known(row, where, count)
        for ref in (k.ref, *k.history):
            if not REF.fullmatch(ref) or ref in refs:
                raise StateInvalid(f"{where}: {ref[:40]!r} is not a ref, or names two elements.")
            refs.add(ref)
        known.append(k)
    return known, count


def _parse_known(row: dict[str, Any], where: str, count: int) -> Known:
    identity = _texts(row, "identity", where, size=7)
    frame, role, tag, name, context, test_id, own = identity
    reply = row.get("row")
    if not isinstance(reply, dict):
        raise StateInvalid(f"{where}: `row` is not an object.")
    at = row.get("at")
    if not isinstance(at, list) or len(at) != 2 or not all(map(_is_number, at)):
        raise StateInvalid(f"{where}: `at` must be two finite numbers.")
    seen = _whole(row, "seen", where)
    if seen > count:
        raise StateInvalid(f"{where} was seen after the last observation.")
    return Known(
        ref=_text(row, "ref", where),
        keys=make_keys(
            *(frame, role, tag, name, context, _text(row, "loose", where), test_id, own),
            aim=_text(row, "aim", where),
            marks=Marks(*_texts(row, "marks", where, size=5)),
        ),
        node=None,
        box=0,
        identity=ElementIdentity(path=_text(row, "path", where)),
        x=float(at[0]),
        y=float(at[1]),
        stored=Evidence(
            _text(reply, "head", where),
            frozenset(_texts(reply, "words", where)),
            frozenset(_texts(reply, "codes", where)),
            _text(reply, "outer", where),
            frozenset(_texts(reply, "above", where)),
            frozenset(_texts(reply, "above_codes", where)),
        ),
        is_site=row.get("site") is True,
        place=DocumentAddress(*_texts(row, "place", where, size=3)),
        epoch="",
        seen_at=seen,
        is_weak=row.get("weak") is True,
        history=tuple(_texts(row, "history", where)),
    )


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return math.isfinite(value) and abs(value) < 1e9


def _whole(row: dict[str, Any], key: str, where: str) -> int:
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise StateInvalid(f"{where}: `{key}` must be a whole number.")
    return value


def _text(row: dict[str, Any], key: str, where: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise StateInvalid(f"{where}: `{key}` must be text of at most {MAX_TEXT} characters.")
    return value


def _texts(row: dict[str, Any], key: str, where: str, *, size: int | None = None) -> list[str]:
    values = row.get(key)
    if not isinstance(values, list) or len(values) > MAX_WORDS:
        raise StateInvalid(f"{where}: `{key}` must be a list of at most {MAX_WORDS} texts.")
    if size is not None and len(values) != size:
        raise StateInvalid(f"{where}: `{key}` must have {size} texts.")
    if not all(isinstance(v, str) and len(v) <= MAX_TEXT for v in values):
        raise StateInvalid(f"{where}: `{key}` must be a list of texts.")
    return values
