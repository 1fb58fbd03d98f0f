"""What counts as a secret: the one list of words, for form fields, addresses and headers. Pure.

`words` judges names; the page scripts judge fields with the same patterns and by shapes
(`js/page/secrets.js`, `js/page/secret_shapes.js`). The words themselves are data: `words.json`.
"""

from viewmark.secrets.words import field_rules, in_address, in_field, in_header, words

__all__ = ["field_rules", "in_address", "in_field", "in_header", "words"]
