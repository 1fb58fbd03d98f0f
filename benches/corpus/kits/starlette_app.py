"""A Starlette Admin administration of a small shop."""

import enum
import sys
from datetime import date

import uvicorn
from sqlalchemy import (
    Boolean,
    Column,
    Date,
    Enum,
    Float,
    ForeignKey,
    Integer,
    String,
    create_engine,
)
from sqlalchemy.orm import Session, declarative_base, relationship
from sqlalchemy.pool import StaticPool
from starlette.applications import Starlette
from starlette_admin.contrib.sqla import Admin, ModelView
from starlette_admin.views import DropDown, Link

WORDS = ["amber", "basalt", "cedar", "delta", "ember", "fjord", "grove", "harbor", "iris"]
Base = declarative_base()


class State(enum.Enum):
    open = "open"
    paid = "paid"
    shipped = "shipped"


class Product(Base):
    __tablename__ = "product"
    id = Column(Integer, primary_key=True)
    name = Column(String)
    price = Column(Float)
    listed = Column(Boolean)


class Order(Base):
    __tablename__ = "order"
    id = Column(Integer, primary_key=True)
    customer = Column(String)
    state = Column(Enum(State))
    day = Column(Date)
    product_id = Column(Integer, ForeignKey("product.id"))
    product = relationship(Product)


engine = create_engine("sqlite://", connect_args={"check_same_thread": False}, poolclass=StaticPool)
Base.metadata.create_all(engine)
with Session(engine) as session:
    for n, word in enumerate(WORDS):
        session.add(Product(id=n + 1, name=word, price=3.5 * n + 2, listed=n % 2 == 0))
    for n in range(24):
        state = list(State)[n % 3]
        day = date(2026, 3, n + 1)
        customer = WORDS[n * 3 % 9].title()
        session.add(Order(id=n + 1, customer=customer, state=state, day=day, product_id=n % 9 + 1))
    session.commit()
app = Starlette()
admin = Admin(engine, title="Shop")
admin.add_view(ModelView(Order, icon="fa fa-receipt"))
admin.add_view(
    DropDown(
        "Goods",
        icon="fa fa-list",
        views=[ModelView(Product, icon="fa fa-box"), Link("Help", url="/help")],
    )
)
admin.mount_to(app)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
