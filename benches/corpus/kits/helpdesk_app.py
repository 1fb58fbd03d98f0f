"""A help desk with tickets and a signed-in user: `helpdesk_app.py PORT`."""

import datetime
import sys

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import include, path

settings.configure(
    DEBUG=True,
    ALLOWED_HOSTS=["*"],
    SECRET_KEY="a demonstration and nothing else",
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "desk.sqlite"}},
    INSTALLED_APPS=[
        "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
        "django.contrib.sessions", "django.contrib.sites", "django.contrib.messages",
        "django.contrib.staticfiles", "django.contrib.humanize", "rest_framework", "helpdesk",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    STATIC_URL="/static/",
    MEDIA_ROOT="media",
    SITE_ID=1,
    USE_TZ=True,
    LOGIN_URL="/admin/login/",
    EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend",
    HELPDESK_TEAMS_MODE_ENABLED=False,
    HELPDESK_ACTIVATE_API_ENDPOINT=False,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)  # fmt: skip
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth import login  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from helpdesk.models import FollowUp, Queue, Ticket  # noqa: E402

call_command("migrate", verbosity=0)
ann = User.objects.create_superuser("ann", "ann@example.org", "x", first_name="Ann")
queues = [Queue.objects.create(title=name, slug=name.lower()) for name in ("Parcels", "Bills")]
NEWS = ("Parcel 12 is late", "A cup came broken", "Wrong sum on a bill", "Where is the tea")
when = datetime.datetime(2026, 3, 18, 9, tzinfo=datetime.timezone.utc)
for n, title in enumerate(NEWS):
    ticket = Ticket.objects.create(
        title=title, queue=queues[n // 2], submitter_email="bo@example.org", priority=n % 4 + 1,
        description="Please look after it.", assigned_to=ann if n % 2 else None,
    )  # fmt: skip
    Ticket.objects.filter(id=ticket.id).update(created=when, modified=when)
    FollowUp.objects.create(ticket=ticket, title="Comment", comment="I asked the carrier.",
                            public=n % 2 == 0, user=ann, date=when)  # fmt: skip


def enter(request: HttpRequest) -> HttpResponse:
    login(request, User.objects.get(username="ann"))
    return HttpResponseRedirect(request.GET["to"])


urlpatterns = [
    path("enter/", enter),
    path("admin/", admin.site.urls),
    path("helpdesk/", include("helpdesk.urls")),
]
sys.argv = ["manage.py", "runserver", "--noreload", sys.argv[1]]
call_command(*sys.argv[1:])
