"""SQL Explorer with queries about a shop and a signed-in user: `sqlexplorer_app.py PORT`."""

import sqlite3
import sys

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import include, path

FILE = {"ENGINE": "django.db.backends.sqlite3"}
settings.configure(
    DEBUG=True,
    ALLOWED_HOSTS=["*"],
    SECRET_KEY="a demonstration and nothing else",
    ROOT_URLCONF=__name__,
    DATABASES={"default": FILE | {"NAME": "site.sqlite"}, "shop": FILE | {"NAME": "shop.sqlite"}},
    INSTALLED_APPS=[
        "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
        "django.contrib.sessions", "django.contrib.messages", "django.contrib.staticfiles",
        "explorer",
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
    USE_TZ=True,
    LOGIN_URL="/admin/login/",
    EXPLORER_CONNECTIONS={"Shop": "shop"},
    EXPLORER_DEFAULT_CONNECTION="shop",
    EXPLORER_ENABLE_ANONYMOUS_STATS=False,
    EXPLORER_CHARTS_ENABLED=False,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)  # fmt: skip
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth import login  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402

with sqlite3.connect("shop.sqlite") as shop:
    shop.execute("create table orders (number integer, customer text, town text, total real)")
    shop.executemany("insert into orders values (?, ?, ?, ?)", [
        (101, "Ada", "Oslo", 12.5), (102, "Bo", "Lima", 40), (103, "Cy", "Oslo", 7.25),
        (104, "Di", "Cairo", 19)])  # fmt: skip
call_command("migrate", verbosity=0)
ann = User.objects.create_superuser("ann", "ann@example.org", "x")

from explorer.ee.db_connections.models import DatabaseConnection  # noqa: E402
from explorer.models import Query  # noqa: E402

base = DatabaseConnection.objects.filter(alias="shop").first()
for title, sql in (
    ("Orders by town", "select town, count(*) as orders, sum(total) as total\n"
     "from orders\ngroup by town"),
    ("Small orders", "select * from orders where total < 15"),
    ("Reports - Customers", "select distinct customer from orders"),
    ("Reports - Towns", "select distinct town from orders"),
):  # fmt: skip
    Query.objects.create(title=title, sql=sql, created_by_user=ann, database_connection=base)


def enter(request: HttpRequest) -> HttpResponse:
    login(request, ann)
    return HttpResponseRedirect(request.GET["to"])


urlpatterns = [
    path("", lambda _: HttpResponse("ready")),
    path("enter/", enter),
    path("admin/", admin.site.urls),
    path("explorer/", include("explorer.urls")),
]
call_command("runserver", f"127.0.0.1:{sys.argv[1]}", use_reloader=False)
