"""A Wagtail site of a shop, with a signed-in user: `wagtail_app.py PORT FOLDER`."""

import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command, execute_from_command_line

PORT, HOME = sys.argv[1], Path(sys.argv[2])
TITLES = ("Teas", "Pots and cups", "Carriers", "Spring offer", "Opening hours", "About the shop")


class NoMigrations:
    """Creates tables directly from the models, because the migrations take minutes."""

    def __contains__(self, _: str) -> bool:
        return True

    def __getitem__(self, _: str) -> None:
        return None


settings.configure(
    DEBUG=True,
    MIGRATION_MODULES=NoMigrations(),
    WAGTAILSEARCH_BACKENDS={"default": {"BACKEND": "wagtail.search.backends.database.fallback"}},
    SECRET_KEY="a demonstration and nothing else",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF="wagtail_urls",
    STATIC_URL="/static/",
    MEDIA_ROOT=str(HOME / "media"),
    MEDIA_URL="/media/",
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(HOME / "w.db")}},
    WAGTAIL_SITE_NAME="Shop",
    WAGTAILADMIN_BASE_URL=f"http://127.0.0.1:{PORT}",
    WAGTAIL_ENABLE_UPDATE_CHECK=False,
    WAGTAIL_ENABLE_WHATS_NEW_BANNER=False,
    USE_TZ=True,
    LANGUAGE_CODE="en",
    WAGTAIL_CONTENT_LANGUAGES=[("en", "English")],
    LANGUAGES=[("en", "English")],
    INSTALLED_APPS=[
        *(f"wagtail.{name}" for name in (
            "contrib.forms", "contrib.redirects", "embeds", "sites", "users", "snippets",
            "documents", "images", "search", "admin")),
        "wagtail", "taggit", "modelcluster",
        *(f"django.contrib.{name}" for name in (
            "admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")),
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "wagtail_urls.signed_in",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
        "OPTIONS": {"context_processors": [
            "django.template.context_processors.request",
            "django.contrib.auth.context_processors.auth",
            "django.contrib.messages.context_processors.messages"]},
    }],
)  # fmt: skip
(HOME / "wagtail_urls.py").write_text("""
from django.urls import include, path
from wagtail import urls
from wagtail.admin import urls as admin

urlpatterns = [path("admin/", include(admin)), path("", include(urls))]


def signed_in(respond):
    def middleware(request):
        from django.contrib.auth import get_user_model, login
        if not request.user.is_authenticated:
            login(request, get_user_model().objects.get(),
                  "django.contrib.auth.backends.ModelBackend")
        return respond(request)
    return middleware
""")
sys.path.insert(0, str(HOME))
django.setup()
if not (HOME / "w.db").exists():
    call_command("migrate", run_syncdb=True, verbosity=0)
    from django.contrib.auth import get_user_model
    from wagtail.models import Collection, Locale, Page, Site

    who = get_user_model().objects.create_superuser("ann", "ann@example.org", "demo")
    Locale.objects.create(language_code="en")
    Collection.add_root(name="Root")
    root = Page.add_root(instance=Page(title="Root")).add_child(instance=Page(title="Welcome"))
    Site.objects.create(hostname="localhost", root_page=root, is_default_site=True)
    for n, title in enumerate(TITLES):
        page = root.add_child(instance=Page(title=title, live=n % 3 != 2, owner=who))
        page.save_revision(user=who)
        if n == 0:
            page.add_child(instance=Page(title="Assam"))
execute_from_command_line(["manage.py", "runserver", "--noreload", f"127.0.0.1:{PORT}"])
