"""Detects secrets in fields, URLs, headers, texts and screenshots. Pure.

`words` judges names (the words are data: `words.json`), `redaction` removes values from texts, and
`covers` decides which parts of a screenshot are covered. The page scripts judge fields by the same
patterns and by value shapes (`js/page/secrets.js`, `js/page/secret_shapes.js`); they are called by
`browser.secret_names` and `browser.capture.mask`.
"""

from viewmark.secrets.words import field_rules, in_address, in_field, in_header, words

__all__ = ["field_rules", "in_address", "in_field", "in_header", "words"]
