"""The storefront of an Oscar shop: `oscar_app.py PORT FOLDER`."""

import sys
from decimal import Decimal
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command, execute_from_command_line
from oscar import defaults

PORT, HOME = sys.argv[1], Path(sys.argv[2])
TEAS = ("Assam", "Sencha", "Oolong", "Clay pot", "Cup", "Whisk")


class NoMigrations:
    """Creates tables directly from the models, because the migrations take minutes."""

    def __contains__(self, _: str) -> bool:
        return True

    def __getitem__(self, _: str) -> None:
        return None


settings.configure(
    **({name: value for name, value in vars(defaults).items() if name.isupper()} | {
        "OSCAR_SHOP_NAME": "Tea shop", "OSCAR_DEFAULT_CURRENCY": "EUR",
    }),
    DEBUG=True,
    MIGRATION_MODULES=NoMigrations(),
    SECRET_KEY="a demonstration and nothing else",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF="oscar_urls",
    STATIC_URL="/static/",
    MEDIA_ROOT=str(HOME / "media"),
    MEDIA_URL="/media/",
    SITE_ID=1,
    USE_TZ=True,
    LANGUAGE_CODE="en",
    LANGUAGES=[("en", "English"), ("de", "Deutsch")],
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(HOME / "o.db"),
                           "ATOMIC_REQUESTS": True}},
    HAYSTACK_CONNECTIONS={"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}},
    AUTHENTICATION_BACKENDS=["oscar.apps.customer.auth_backends.EmailBackend",
                             "django.contrib.auth.backends.ModelBackend"],
    INSTALLED_APPS=[
        *(f"django.contrib.{name}" for name in (
            "admin", "auth", "contenttypes", "sessions", "messages", "staticfiles", "sites",
            "flatpages")),
        "oscar.config.Shop",
        *(f"oscar.apps.{name}Config" for name in (
            "analytics.apps.Analytics", "checkout.apps.Checkout", "address.apps.Address",
            "shipping.apps.Shipping", "catalogue.apps.Catalogue",
            "catalogue.reviews.apps.CatalogueReviews", "communication.apps.Communication",
            "partner.apps.Partner", "basket.apps.Basket", "payment.apps.Payment",
            "offer.apps.Offer", "order.apps.Order", "customer.apps.Customer",
            "search.apps.Search", "voucher.apps.Voucher", "wishlists.apps.Wishlists",
            "dashboard.apps.Dashboard", "dashboard.reports.apps.ReportsDashboard",
            "dashboard.users.apps.UsersDashboard", "dashboard.orders.apps.OrdersDashboard",
            "dashboard.catalogue.apps.CatalogueDashboard", "dashboard.offers.apps.OffersDashboard",
            "dashboard.partners.apps.PartnersDashboard", "dashboard.pages.apps.PagesDashboard",
            "dashboard.ranges.apps.RangesDashboard", "dashboard.reviews.apps.ReviewsDashboard",
            "dashboard.vouchers.apps.VouchersDashboard",
            "dashboard.communications.apps.CommunicationsDashboard",
            "dashboard.shipping.apps.ShippingDashboard")),
        "widget_tweaks", "haystack", "treebeard", "sorl.thumbnail", "django_tables2",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.locale.LocaleMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "oscar.apps.basket.middleware.BasketMiddleware",
    ],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
        "OPTIONS": {"context_processors": [
            "django.template.context_processors.request",
            "django.contrib.auth.context_processors.auth",
            "django.template.context_processors.i18n",
            "django.contrib.messages.context_processors.messages",
            "oscar.apps.search.context_processors.search_form",
            "oscar.apps.checkout.context_processors.checkout",
            "oscar.apps.communication.notifications.context_processors.notifications",
            "oscar.core.context_processors.metadata"]},
    }],
)  # fmt: skip
(HOME / "oscar_urls.py").write_text("""
from django.apps import apps
from django.urls import include, path

urlpatterns = [path("i18n/", include("django.conf.urls.i18n")),
               path("", include(apps.get_app_config("oscar").urls[0]))]
""")
sys.path.insert(0, str(HOME))
django.setup()
if not (HOME / "o.db").exists():
    call_command("migrate", run_syncdb=True, verbosity=0)
    from oscar.apps.catalogue.categories import create_from_breadcrumbs
    from oscar.apps.catalogue.models import Product, ProductCategory, ProductClass
    from oscar.apps.partner.models import Partner, StockRecord

    kind = ProductClass.objects.create(name="Goods")
    partner = Partner.objects.create(name="Stock")
    places = [create_from_breadcrumbs(name) for name in ("Tea > Green", "Tea > Black", "Pots")]
    for n, name in enumerate(TEAS):
        product = Product.objects.create(title=name, product_class=kind, upc=f"t{n}")
        ProductCategory.objects.create(product=product, category=places[n % 3])
        StockRecord.objects.create(
            product=product, partner=partner, partner_sku=f"t{n}", price=Decimal(9 + 7 * n),
            num_in_stock=0 if n == 4 else 12,
        )  # fmt: skip
execute_from_command_line(["manage.py", "runserver", "--noreload", f"127.0.0.1:{PORT}"])
