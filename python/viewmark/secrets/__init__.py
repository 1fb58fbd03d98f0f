"""Decisions on secrets, for fields, addresses, headers, texts and pictures. Pure.

`words` judges names (the words themselves are data: `words.json`), `redaction` takes values out of
texts, `covers` decides what of a picture is covered. The page scripts judge fields by the same
patterns and by shapes (`js/page/secrets.js`, `js/page/secret_shapes.js`); `browser.secret_names`
and `browser.capture.mask` ask them.
"""

from viewmark.secrets.words import field_rules, in_address, in_field, in_header, words

__all__ = ["field_rules", "in_address", "in_field", "in_header", "words"]
