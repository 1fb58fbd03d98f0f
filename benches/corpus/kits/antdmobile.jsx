import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {NavBar, SearchBar, Tabs, List, Stepper, Switch, Slider, Rate, Selector, CheckList, Radio, Space, TabBar, FloatingBubble, NoticeBar, Button, Input, Form, SwipeAction, Checkbox, ConfigProvider, Tag} from "antd-mobile";
import {AppOutline, UnorderedListOutline, UserOutline, AddOutline, MoreOutline, EnvironmentOutline} from "antd-mobile-icons";
import esES from "antd-mobile/es/locales/es-ES";

function Market() {
  const [tab, setTab] = useState("verdura"), [foot, setFoot] = useState("pedido"), [pack, setPack] = useState(["caja"]), [crates, setCrates] = useState(3), [cold, setCold] = useState(true), [stars, setStars] = useState(4), [weight, setWeight] = useState(40), [how, setHow] = useState("casa"), [extra, setExtra] = useState(["pan"]);
  const swipe = [{key: "pin", text: "Fijar", color: "primary"}, {key: "borrar", text: "Borrar", color: "danger"}];
  const [open] = useState(() => React.createRef());
  React.useEffect(() => { setTimeout(() => open.current?.show("right"), 200); }, []);
  return <ConfigProvider locale={esES}><div style={{background: "#f5f5f5", height: "100vh", overflow: "hidden", position: "relative"}}>
    <NavBar back="Atrás" onBack={() => setTab("verdura")} right={<MoreOutline fontSize={24} onClick={() => setStars(1)} />}>Mercado</NavBar>
    <div style={{padding: "4px 12px", display: "flex", gap: 8}}><SearchBar placeholder="Buscar" defaultValue="tomate" showCancelButton style={{flex: 1}} /><EnvironmentOutline fontSize={24} style={{marginTop: 4}} onClick={() => setCrates(1)} /></div>
    <NoticeBar content="El jueves no hay reparto" color="alert" closeable />
    <Tabs activeKey={tab} onChange={setTab}><Tabs.Tab title="Fruta" key="fruta" /><Tabs.Tab title="Verdura" key="verdura" /><Tabs.Tab title="Pan" key="pan" disabled /><Tabs.Tab title="Queso" key="queso" /></Tabs>
    <List><SwipeAction ref={open} rightActions={swipe}><List.Item extra="12 €" onClick={() => setWeight(10)}>Tomates de Almería</List.Item></SwipeAction>
      <List.Item extra={<Stepper value={crates} onChange={setCrates} min={0} max={3} />}>Cajas</List.Item>
      <List.Item extra={<Switch checked={cold} onChange={setCold} checkedText="sí" uncheckedText="no" />}>Frío</List.Item>
      <List.Item extra={<Rate value={stars} onChange={setStars} />}>Opinión</List.Item>
      <List.Item><Slider value={weight} onChange={setWeight} ticks step={20} /></List.Item></List>
    <div style={{padding: "8px 12px"}}><Selector columns={3} multiple value={pack} onChange={setPack} options={[{label: "Caja", value: "caja"}, {label: "Saco", value: "saco"}, {label: "Suelto", value: "suelto", disabled: true}]} /></div>
    <div style={{padding: "4px 12px", background: "#fff"}}><Radio.Group value={how} onChange={setHow}><Space><Radio value="casa">A casa</Radio><Radio value="tienda">En tienda</Radio></Space></Radio.Group> <Checkbox defaultChecked style={{marginLeft: 12}}>Factura</Checkbox></div>
    <CheckList multiple value={extra} onChange={setExtra}><CheckList.Item value="pan">Pan de ayer</CheckList.Item><CheckList.Item value="sal">Sal gorda</CheckList.Item></CheckList>
    <FloatingBubble style={{"--initial-position-bottom": "66px", "--initial-position-right": "16px", "--edge-distance": "16px"}} onClick={() => setCrates(0)}><AddOutline fontSize={28} /></FloatingBubble>
    <div style={{position: "absolute", bottom: 0, left: 0, right: 0, background: "#fff", borderTop: "1px solid #eee"}}><TabBar activeKey={foot} onChange={setFoot}><TabBar.Item key="inicio" icon={<AppOutline />} title="Inicio" /><TabBar.Item key="pedido" icon={<UnorderedListOutline />} title="Pedido" badge="3" /><TabBar.Item key="yo" icon={<UserOutline />} title="Yo" /></TabBar></div>
  </div></ConfigProvider>;
}
const phone = document.createElement("meta"); phone.name = "viewport"; phone.content = "width=device-width,initial-scale=1"; document.head.append(phone); document.documentElement.lang = "es";
createRoot(document.querySelector("#root")).render(<Market />);
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
