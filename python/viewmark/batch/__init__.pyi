"""What `viewmark.batch` has: each name with its home, imported on first use."""

from viewmark.batch.exports import export as export
from viewmark.batch.model import PageTask as PageTask
from viewmark.batch.model import PageView as PageView
from viewmark.batch.model import views_of as views_of
from viewmark.batch.options import BatchOptions as BatchOptions
from viewmark.batch.progress import BatchProgress as BatchProgress
from viewmark.batch.row import PageRow as PageRow
from viewmark.batch.run import observe_many as observe_many
from viewmark.batch.urls import lines_of as lines_of
from viewmark.batch.verification import verify as verify
