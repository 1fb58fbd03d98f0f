"""What the applications of the seventeenth sealed set are filled with."""

FROGGY = (
    "<style>*{transition:none!important;animation:none!important;"
    "animation-duration:0s!important}</style>"
)
"""Frogs and tips that stand still."""
