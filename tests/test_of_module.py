"""Which tests `make test-one` runs for a source file."""

from __future__ import annotations

from pathlib import Path

import pytest
from of_module import HERE, PACKAGE, files_of


@pytest.mark.parametrize(
    ("source", "tests"),
    [
        ("text.py", "test_text.py"),  # has the name of the module
        ("browser/cdp/session.py", "hosts/test_wrap.py"),  # imports the module
        ("browser/cdp/session.py", "browser/cdp/test_cdp_session.py"),
        ("js/page/" + "no_such_script.js", "js"),  # no test mentions it: the folder
    ],
)
def test_a_source_file_has_the_tests_that_are_named_after_it_and_those_that_import_it(
    source: str, tests: str
) -> None:
    assert HERE / tests in files_of(Path(PACKAGE, source))


def test_what_is_no_module_of_the_package_is_refused() -> None:
    with pytest.raises(ValueError, match="rust"):
        files_of(Path("rust", "core", "src", "lib.rs"))
