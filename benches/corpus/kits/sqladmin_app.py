"""An SQLAdmin administration of a small shop: `sqladmin_app.py PORT`."""

# ruff: noqa: RUF012 (SQLAdmin requires this form)

import datetime
import sys

import uvicorn
from fastapi import FastAPI
from sqladmin import Admin, ModelView, action
from sqladmin.filters import AllUniqueStringValuesFilter, BooleanFilter
from sqlalchemy import Boolean, Column, Date, Float, ForeignKey, Integer, String, create_engine
from sqlalchemy.orm import Session, declarative_base, relationship
from sqlalchemy.pool import StaticPool

Base = declarative_base()


class Maker(Base):
    __tablename__ = "makers"
    id = Column(Integer, primary_key=True)
    name = Column(String)

    def __str__(self) -> str:
        return self.name


class Pot(Base):
    __tablename__ = "pots"
    id = Column(Integer, primary_key=True)
    name = Column(String)
    town = Column(String)
    price = Column(Float)
    sold = Column(Boolean)
    made = Column(Date)
    maker_id = Column(ForeignKey("makers.id"))
    maker = relationship(Maker)


class Pots(ModelView, model=Pot):
    column_list = [Pot.id, Pot.name, Pot.maker, Pot.price, Pot.sold, Pot.made]
    column_searchable_list = [Pot.name]
    column_sortable_list = [Pot.id, Pot.name, Pot.price]
    column_default_sort = ("name", False)
    column_filters = [AllUniqueStringValuesFilter(Pot.town), BooleanFilter(Pot.sold)]
    name_plural = "Pots"
    icon = "fa-solid fa-mug-hot"
    page_size = 5
    page_size_options = [5, 20]
    category = "Stock"

    @action(name="reduce", label="Make cheaper", add_in_list=True)
    async def reduce(self, request: object) -> None:
        pass


class Makers(ModelView, model=Maker):
    column_list = [Maker.id, Maker.name]
    icon = "fa-solid fa-user"
    name_plural = "Makers"


engine = create_engine("sqlite://", connect_args={"check_same_thread": False}, poolclass=StaticPool)
Base.metadata.create_all(engine)
with Session(engine) as session:
    session.add_all(Maker(id=n, name=name) for n, name in enumerate(("Ann", "Bo", "Cy"), 1))
    for n in range(1, 18):
        session.add(Pot(
            id=n, name=f"{('Jug', 'Bowl', 'Cup')[n % 3]} {n}", town=("Oslo", "Lima")[n % 2],
            price=9.5 * n, sold=n % 4 == 0, made=datetime.date(2026, 3, n), maker_id=n % 3 + 1,
        ))  # fmt: skip
    session.commit()
app = FastAPI()
admin = Admin(app, engine, title="Pottery", base_url="/admin")
admin.add_view(Pots)
admin.add_view(Makers)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
