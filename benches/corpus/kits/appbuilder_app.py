"""A Flask-AppBuilder administration with boats and berths: `appbuilder_app.py PORT`."""

import datetime
import sys

from flask import Flask, redirect, request
from flask_appbuilder import AppBuilder, Model, ModelView
from flask_appbuilder.models.sqla.base import SQLA
from flask_appbuilder.models.sqla.interface import SQLAInterface
from flask_login import login_user
from sqlalchemy import Boolean, Column, Date, ForeignKey, Integer, String
from sqlalchemy.orm import relationship


class Berth(Model):
    __tablename__ = "berth"
    id = Column(Integer, primary_key=True)
    name = Column(String(50), unique=True, nullable=False)

    def __repr__(self) -> str:
        return self.name


class Boat(Model):
    __tablename__ = "boat"
    id = Column(Integer, primary_key=True)
    name = Column(String(50), nullable=False)
    length = Column(Integer)
    since = Column(Date)
    paid = Column(Boolean)
    berth_id = Column(Integer, ForeignKey("berth.id"))
    berth = relationship("Berth")


class BoatView(ModelView):
    datamodel = SQLAInterface(Boat)
    list_columns = ("name", "length", "since", "berth", "paid")
    page_size = 10


class BerthView(ModelView):
    datamodel = SQLAInterface(Berth)
    list_columns = ("name",)
    related_views = (BoatView,)


app = Flask(__name__)
app.config.update(
    SECRET_KEY="a demonstration and nothing else",
    SQLALCHEMY_DATABASE_URI="sqlite:///boats.sqlite", APP_NAME="Harbour",
)  # fmt: skip
db = SQLA(app)
with app.app_context():
    builder = AppBuilder(app, db.session)
    builder.add_view(
        BoatView, "Boats", icon="fa-ship", category="Harbour", category_icon="fa-anchor"
    )
    builder.add_view(BerthView, "Berths", icon="fa-map-marker", category="Harbour")
    builder.add_link("Weather", href="https://example.org/", icon="fa-cloud")
    db.create_all()
    role = builder.sm.find_role("Admin")
    ann = builder.sm.add_user("ann", "Ann", "Berg", "ann@example.org", role, "demonstration")
    berths = [Berth(name=name) for name in ("North 1", "North 2", "South 4")]
    db.session.add_all(berths)
    for n, name in enumerate(("Alma", "Brita", "Cygnet", "Dora", "Elsa", "Frigg", "Gull")):
        db.session.add(Boat(name=name, length=7 + n, since=datetime.date(2024, n + 1, 3),
                            paid=n % 3 > 0, berth=berths[n % 3]))  # fmt: skip
    db.session.commit()


@app.route("/enter/")
def enter() -> object:
    login_user(builder.sm.find_user("ann"))
    return redirect(request.args["to"])


app.run(port=int(sys.argv[1]))
