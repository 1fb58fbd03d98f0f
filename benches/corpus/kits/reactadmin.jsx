import React from "react";
import {createRoot} from "react-dom/client";
import {Admin, Resource, List, Datagrid, TextField, NumberField, DateField, BooleanField, EditButton, TextInput, SelectInput, Edit, SimpleForm, ListGuesser} from "react-admin";
import fakeDataProvider from "ra-data-fakerest";

const names = ["Ann", "Bo", "Cleo", "Dov", "Eve", "Finn", "Gil", "Hana", "Ivo", "Juno", "Kai", "Lea"];
const data = fakeDataProvider({
  orders: names.map((who, n) => ({id: n + 1, who, total: 20 + 7 * n, day: `2026-03-${10 + n}`, paid: n % 3 > 0, state: ["open", "sent", "back"][n % 3]})),
  goods: [{id: 1, name: "Assam"}, {id: 2, name: "Pot"}], people: names.map((name, id) => ({id, name}))});
const states = ["open", "sent", "back"].map(id => ({id, name: id}));
const Orders = () => <List perPage={5} filters={[<TextInput key="q" source="q" label="Search" alwaysOn />, <SelectInput key="s" source="state" choices={states} alwaysOn />, <TextInput key="w" source="who" />]}>
  <Datagrid rowClick="edit"><TextField source="id" /><TextField source="who" /><NumberField source="total" /><DateField source="day" /><BooleanField source="paid" sortable={false} /><TextField source="state" /><EditButton /></Datagrid></List>;
const OrderEdit = () => <Edit><SimpleForm><TextInput source="who" /></SimpleForm></Edit>;
createRoot(document.querySelector("#root")).render(<Admin dataProvider={data} disableTelemetry><Resource name="orders" list={Orders} edit={OrderEdit} create={OrderEdit} /><Resource name="goods" list={ListGuesser} /><Resource name="people" list={ListGuesser} /></Admin>);
