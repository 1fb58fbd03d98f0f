"""Helpers for programs built on viewmark: files, texts, HTML pages, redaction, timings.

Apart from public calls, errors and `imaging`, `viewmark.batch` and `viewmark.slo` use only this
module. Other programs can do the same.
"""

from __future__ import annotations

from viewmark.api.contexts import ContextOptions
from viewmark.defaults import MARKS, MAX_ANNOTATIONS, QUALITY
from viewmark.demo import serve
from viewmark.files import open_private, write_atomic
from viewmark.html.document import document
from viewmark.html.document import text as html_text
from viewmark.model_rules import rules_of
from viewmark.optional_modules import require_module
from viewmark.secrets.redaction import Redactor
from viewmark.session.opening import open_browser
from viewmark.session.settings import BrowserOptions
from viewmark.stages import StageTimes, watch_stages
from viewmark.text import near_words, one_line
from viewmark.toml_text import parsed_toml

__all__ = [
    "MARKS",
    "MAX_ANNOTATIONS",
    "QUALITY",
    "BrowserOptions",
    "ContextOptions",
    "StageTimes",
    "document",
    "html_text",
    "near_words",
    "one_line",
    "open_browser",
    "open_private",
    "parsed_toml",
    "redact",
    "require_module",
    "rules_of",
    "serve",
    "watch_stages",
    "write_atomic",
]

_redactor = Redactor()


def redact(text: str) -> str:
    """Redact secret parameters, user names and passwords in the URLs of a text.

    Parameters are recognized by their names. `page.browser_page.redactor` also knows the secret
    fields of its page.
    """
    return _redactor(text)
