"""A Django administration with the Grappelli theme, signed in: `grappelli_app.py PORT`."""

import sys

import django
from django.conf import settings
from django.http import HttpResponse
from django.urls import include, path

settings.configure(
    DEBUG=True,
    ALLOWED_HOSTS=["*"],
    SECRET_KEY="a demonstration and nothing else",
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.sqlite"}},
    INSTALLED_APPS=[
        "grappelli", "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
        "django.contrib.sessions", "django.contrib.messages", "django.contrib.staticfiles",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
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
    GRAPPELLI_ADMIN_TITLE="Shop",
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)  # fmt: skip
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth import login  # noqa: E402
from django.contrib.auth.models import Group, User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.http import HttpRequest, HttpResponseRedirect  # noqa: E402

call_command("migrate", verbosity=0)
for name in ("Packers", "Drivers", "Clerks"):
    Group.objects.create(name=name)
for n, name in enumerate(("ann", "bo", "cy", "di", "ed")):
    user = User.objects.create_user(
        name, f"{name}@example.org", "x", first_name=name.title(), last_name="Berg",
        is_staff=n < 2, is_superuser=n == 0, is_active=n != 3,
    )  # fmt: skip
    user.groups.add(Group.objects.get(id=n % 3 + 1))
admin.site.get_model_admin(User).list_editable = ("is_staff",)


def enter(request: HttpRequest) -> HttpResponse:
    login(request, User.objects.get(username="ann"))
    return HttpResponseRedirect(request.GET["to"])


urlpatterns = [
    path("enter/", enter),
    path("grappelli/", include("grappelli.urls")),
    path("admin/", admin.site.urls),
]
sys.argv = ["manage.py", "runserver", "--noreload", sys.argv[1]]
call_command(*sys.argv[1:])
