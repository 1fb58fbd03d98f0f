"""What `viewmark` has: each name with its home, imported on first use; made a page by topic."""

from viewmark import batch as batch
from viewmark import vision as vision

# Pictures
from viewmark.imaging.api import annotate as annotate
from viewmark.imaging.api import annotate_many as annotate_many
from viewmark.imaging.results import Annotated as Annotated
from viewmark.imaging.results import Box as Box
from viewmark.imaging.options import Mark as Mark
from viewmark.imaging.options import Style as Style
from viewmark.imaging.options import Surroundings as Surroundings

# Browsers and pages
from viewmark.session.opening import attach as attach
from viewmark.session.opening import launch as launch
from viewmark.api.wrapping import wrap as wrap
from viewmark import slo as slo
from viewmark import sync as sync
from viewmark import agents as agents
from viewmark.api.browsers import Browser as Browser
from viewmark.api.contexts import BrowserContext as BrowserContext
from viewmark.api.browsers import Launcher as Launcher

# What is meant
from viewmark.page.target import around as around
from viewmark.page.target import at as at
from viewmark.page.target import mark as mark
from viewmark.page.target import Area as Area
from viewmark.page.target import Target as Target
from viewmark.api.page import Page as Page
from viewmark.browser.launch.browser import Tab as Tab

# What was seen
from viewmark.page.observation import Annotation as Annotation
from viewmark.geometry import Bounds as Bounds
from viewmark.refs.delta import Delta as Delta
from viewmark.browser.discovery.dom_view import DomView as DomView
from viewmark.page.page_tools import PageTool as PageTool
from viewmark.page.page_tools import PageToolResult as PageToolResult
from viewmark.page.page_tools import PageTools as PageTools
from viewmark.elements.model import Element as Element
from viewmark.page.observation import ImageInfo as ImageInfo
from viewmark.page.observation import Observation as Observation
from viewmark.page.observation import PageInfo as PageInfo
from viewmark.page.reading import PageText as PageText
from viewmark.page.act_clipboard import ClipboardText as ClipboardText
from viewmark.pdf.model import PdfBox as PdfBox
from viewmark.pdf.model import PdfDocument as PdfDocument
from viewmark.pdf.model import PdfLine as PdfLine
from viewmark.pdf.model import PdfLink as PdfLink
from viewmark.pdf.model import PdfPage as PdfPage
from viewmark.pdf.model import PdfSpot as PdfSpot
from viewmark.page.detail import ElementDetail as ElementDetail
from viewmark.page.evaluate import Evaluation as Evaluation
from viewmark.page.find import Finding as Finding
from viewmark.page.find import Findings as Findings
from viewmark.geometry import Point as Point
from viewmark.page.screenshot import Screenshot as Screenshot
from viewmark.geometry import Viewport as Viewport

# What was read
from viewmark.browser.discovery.accessibility import AccessibilityTree as AccessibilityTree
from viewmark.page.records import Body as Body
from viewmark.browser.telemetry import ConsoleMessage as ConsoleMessage
from viewmark.browser.cdp.availability import Dialog as Dialog
from viewmark.browser.telemetry import Flood as Flood
from viewmark.browser.discovery.outline import Form as Form
from viewmark.browser.discovery.outline import FormField as FormField
from viewmark.browser.discovery.outline import Heading as Heading
from viewmark.browser.telemetry import PageException as PageException
from viewmark.page.trees import PageOutline as PageOutline
from viewmark.page.records import Records as Records
from viewmark.browser.telemetry import Request as Request

# What is around the page
from viewmark.page.emulate import devices as devices
from viewmark.page.storage import Cookie as Cookie
from viewmark.page.emulate import Device as Device
from viewmark.page.emulate import Emulate as Emulate
from viewmark.page.storage import StorageSummary as StorageSummary

# What was done
from viewmark.page.action_result import ActionResult as ActionResult
from viewmark.browser.actions.fields import Chosen as Chosen
from viewmark.browser.actions.results import ElementSummary as ElementSummary
from viewmark.browser.downloads import Download as Download
from viewmark.page.act_forms import FormResult as FormResult
from viewmark.browser.opened_tabs import OpenedTab as OpenedTab
from viewmark.browser.actions.results import ScrollDelta as ScrollDelta
from viewmark.browser.actions.pointer import Outcome as Outcome
from viewmark.browser.actions.scroll import Scrolled as Scrolled
from viewmark.page.arrival import NavigationResult as NavigationResult
from viewmark.page.recording import Step as Step
from viewmark.page.line_reports import ActResult as ActResult
from viewmark.page.line_reports import ActStopped as ActStopped
from viewmark.page.line_reports import LineReport as LineReport
from viewmark.browser.actions.fields import Typed as Typed

# What a human drew
from viewmark.drawmode.model import Anchor as Anchor
from viewmark.drawmode.model import AnchorState as AnchorState
from viewmark.drawmode.results import Drawing as Drawing
from viewmark.api.drawing import DrawingSession as DrawingSession
from viewmark.drawmode.model import DrawnAnnotation as DrawnAnnotation
from viewmark.drawmode.model import DrawnKind as DrawnKind
from viewmark.drawmode.render import DrawnPicture as DrawnPicture
from viewmark.drawmode.model import Hit as Hit
from viewmark.drawmode.model import Intent as Intent
from viewmark.drawmode.model import Relation as Relation
from viewmark.drawmode.thread import Thread as Thread
from viewmark.drawmode.thread import ThreadAuthor as ThreadAuthor
from viewmark.drawmode.thread import ThreadEntry as ThreadEntry
from viewmark.drawmode.thread import ThreadStatus as ThreadStatus

# What changed
from viewmark.comparison.api import compare as compare
from viewmark.comparison.audit import Audit as Audit
from viewmark.comparison.audit import AuditVerdict as AuditVerdict
from viewmark.comparison.model import PageChange as PageChange
from viewmark.page.changes import Changes as Changes
from viewmark.comparison.checkpoint import Checkpoint as Checkpoint
from viewmark.comparison.model import PageComparison as PageComparison

# What went wrong
from viewmark.errors import ViewmarkError as ViewmarkError
from viewmark import errors as errors

__version__: str
