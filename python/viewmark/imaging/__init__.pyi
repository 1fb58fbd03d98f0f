"""What `viewmark.imaging` has: each name with its home, imported on first use."""

from viewmark.imaging.api import annotate as annotate
from viewmark.imaging.api import annotate_many as annotate_many
from viewmark.imaging.api import compose as compose
from viewmark.imaging.api import cover as cover
from viewmark.imaging.api import encode as encode
from viewmark.imaging.api import explain as explain
from viewmark.imaging.api import from_base64 as from_base64
from viewmark.imaging.api import place as place
from viewmark.imaging.api import probe as probe
from viewmark.imaging.api import prominence as prominence
from viewmark.imaging.api import size_within as size_within
from viewmark.imaging.options import Format as Format
from viewmark.imaging.options import Mark as Mark
from viewmark.imaging.options import MarkState as MarkState
from viewmark.imaging.options import Style as Style
from viewmark.imaging.options import Surroundings as Surroundings
from viewmark.imaging.options import TokenModel as TokenModel
from viewmark.imaging.results import Annotated as Annotated
from viewmark.imaging.results import Box as Box
from viewmark.imaging.results import Placed as Placed
from viewmark.imaging.results import Timings as Timings
