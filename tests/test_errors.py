"""The error table is complete and documented, with a hint in every row."""

from __future__ import annotations

import re
from pathlib import Path

from viewmark import errors

ROOT = Path(__file__).parents[1]


def test_codes_are_unique_and_lower_snake() -> None:
    classes = [cls for cls in vars(errors).values() if isinstance(cls, type)]
    codes = [cls.code for cls in classes if issubclass(cls, errors.ViewmarkError)]
    assert len(codes) == len(set(codes)) == len(errors.table())
    assert all(re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", code) for code in codes)


def test_every_error_says_what_to_do() -> None:
    for cls in errors.table().values():
        raised = cls("It broke.", where="here")
        assert raised.message == "It broke."
        assert str(raised) == f"It broke. {raised.hint}"
        assert raised.hint == cls.default_hint
        assert raised.hint.endswith("."), cls
        assert raised.data == {"where": "here"}
        assert cls("It broke.", hint="Mend it.").hint == "Mend it."


def test_errors_are_named_by_their_public_place() -> None:
    assert {cls.__module__ for cls in errors.table().values()} == {"viewmark.errors"}
