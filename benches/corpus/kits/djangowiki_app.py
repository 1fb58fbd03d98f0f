"""A wiki about a garden, with a signed-in user: `djangowiki_app.py PORT`."""

import sys

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import include, path

_CONTEXT = "django.template.context_processors."
settings.configure(
    DEBUG=True,
    ALLOWED_HOSTS=["*"],
    SECRET_KEY="a demonstration and nothing else",
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "wiki.sqlite"}},
    INSTALLED_APPS=[
        "django.contrib.sites", "django.contrib.humanize", "django.contrib.admin",
        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
        "django.contrib.messages", "django.contrib.staticfiles", "django_nyt", "mptt", "sekizai",
        "sorl.thumbnail", "wiki", "wiki.plugins.attachments", "wiki.plugins.notifications",
        "wiki.plugins.images", "wiki.plugins.macros",
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
                    "django.contrib.auth.context_processors.auth",
                    *(_CONTEXT + one for one in ("debug", "i18n", "media", "request", "static")),
                    "django.contrib.messages.context_processors.messages",
                    "sekizai.context_processors.sekizai",
                ]
            },
        }
    ],
    STATIC_URL="/static/",
    MEDIA_ROOT="media",
    MEDIA_URL="/media/",
    SITE_ID=1,
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)  # fmt: skip
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth import login  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from wiki.models import URLPath  # noqa: E402


def enter(request: HttpRequest) -> HttpResponse:
    login(request, User.objects.get(username="ann"))
    return HttpResponseRedirect(request.GET["to"])


urlpatterns = [
    path("enter/", enter),
    path("admin/", admin.site.urls),
    path("notifications/", include("django_nyt.urls")),
    path("wiki/", include("wiki.urls")),
]

call_command("migrate", verbosity=0)
ann = User.objects.create_superuser("ann", "ann@example.org", "x", first_name="Ann")
root = URLPath.create_root(title="Garden", content="Welcome.\n\n[article_list depth:2]\n")
HELP = "[TOC]\n\n## Soil\n\nLoose, and see the [calendar](https://example.org/).\n\n"
for slug, title, text in (
    ("beans", "Beans", HELP + "## Sowing\n\nIn May.\n\n- [ ] buy seed\n\n## Harvest\n\nIn August."),
    ("roses", "Roses", "Cut them in March."),
    ("tools", "Tools", "Oil them in autumn."),
):
    URLPath.create_urlpath(
        root, slug, title=title, article_kwargs={"owner": ann},
        content=text, user_message="start", user=ann, ip_address="127.0.0.1")  # fmt: skip
sys.argv = ["manage.py", "runserver", "--noreload", sys.argv[1]]
call_command(*sys.argv[1:])
