"""Prepares images for vision models: sizes by the model's rules, content blocks, history.

No SDK is needed, unless `VisionSession` sends requests through one. See docs/vision.md.
"""

from viewmark.model_rules import ModelRules, RuleSource, families
from viewmark.vision.blocks import Api, Block, Look, blocks
from viewmark.vision.history import History
from viewmark.vision.picture import ModelPicture, describe, prepare, tokens
from viewmark.vision.replies import ModelReply
from viewmark.vision.session import VisionSession

__all__ = [
    "Api",
    "Block",
    "History",
    "Look",
    "ModelPicture",
    "ModelReply",
    "ModelRules",
    "RuleSource",
    "VisionSession",
    "blocks",
    "describe",
    "families",
    "prepare",
    "tokens",
]
