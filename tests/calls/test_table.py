"""The table of calls is complete, and every interface uses the same name for the same option."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import viewmark
from viewmark.calls.call import Call
from viewmark.calls.options import options_of
from viewmark.calls.table import CALLS
from viewmark.calls.words import FACE_NAMES, OWN

ROOT = Path(__file__).parents[2]


def test_the_file_is_what_the_table_and_the_methods_say() -> None:
    script = ROOT / "scripts" / "make_calls.py"
    subprocess.run([sys.executable, script, "--check"], check=True)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_a_call_has_a_handler_options_and_a_face(call: Call) -> None:
    assert callable(call.handler)
    assert call.verb or call.tool
    assert callable(getattr(viewmark.Page, call.of_page, None)) or not options_of(call.of_page)
    names = [each.name for each in call.for_shell]
    assert len(names) == len(set(names))


def test_a_name_of_a_method_that_faces_change_is_one_of_its_options() -> None:
    pairs = [key.split(".") for key in FACE_NAMES]
    assert [(call, name) for call, name in pairs if name not in options_of(call)] == []


def test_an_option_has_one_word_in_every_face() -> None:
    """An option of a method has one name in MCP and on the command line."""
    differ = []
    for call in CALLS:
        own = {FACE_NAMES.get(f"{call.of_page}.{n}", n) for n in options_of(call.of_page)}
        faces = set(f"{call.options} {call.models} {call.shell}".split())
        faces -= {*own, *OWN, *(key.partition(".")[2] for key in OWN)}
        differ += [(call.name, name) for name in faces if ":" not in name]
    assert differ == []


def test_a_word_means_one_thing() -> None:
    """Options with the same name accept the same types in every call and interface."""
    kinds: dict[str, list[set[str]]] = {}
    for call in CALLS:
        options = (*(call.for_models if call.tool else ()), *(call.for_shell if call.verb else ()))
        for each in options:
            values = set(each.enum) or {*each.kinds, *each.also}
            kinds.setdefault(each.name, []).append(values)
    differ = {name for name, found in kinds.items() if not set.intersection(*found)}
    assert differ == set()
