import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Breadcrumbs, Button, ButtonDropdown, ButtonGroup, Capacity, Checkbox, Collapse, CssBaseline, GeistProvider, Input, Link, Pagination, Radio, Rating, Select, Slider, Spacer, Table, Tabs, Tag, Textarea, Toggle, Tree} from "@geist-ui/core";
import Bell from "@geist-ui/icons/bell";
import Settings from "@geist-ui/icons/settings";
import Trash from "@geist-ui/icons/trash";
import Edit from "@geist-ui/icons/edit";

const PLANTS = [["Lemon in a pot", "Hall", "every 3 days"], ["Old fern", "Bath", "every day"], ["Two cacti", "Kitchen", "every 3 weeks"], ["Ivy", "Stairs", "every week"], ["Basil", "Kitchen", "every day"]];

function Page() {
  const [rows] = useState(PLANTS.map(([plant, room, water], id) => ({id, plant, room, water}))), [said, setSaid] = useState(""), [way, setWay] = useState("can"), [stars, setStars] = useState(3);
  const link = value => <Link href={`#${value}`} color>{value}</Link>;
  const acts = (_, row) => <div style={{display: "flex", gap: 6}}><Button auto scale={0.35} iconRight={<Edit/>} px={0.6} aria-label="Edit" onClick={() => setSaid(`edit ${row.id}`)}/><Button auto scale={0.35} iconRight={<Trash/>} px={0.6} aria-label="Remove" onClick={() => setSaid(`remove ${row.id}`)}/></div>;
  return <div style={{padding: "10px 24px", height: 800, boxSizing: "border-box", overflow: "hidden"}}>
    <div style={{display: "flex", alignItems: "center", gap: 14}}><b style={{fontSize: 19}}>House plants</b>
      <Breadcrumbs scale={0.8}><Breadcrumbs.Item href="#home">Home</Breadcrumbs.Item><Breadcrumbs.Item href="#ground">Ground floor</Breadcrumbs.Item><Breadcrumbs.Item>Plants</Breadcrumbs.Item></Breadcrumbs><span style={{flex: 1}}>{said}</span>
      <Button auto scale={0.6} icon={<Bell/>} onClick={() => setSaid("bell")}>Remind me</Button><Button auto scale={0.6} iconRight={<Settings/>} px={0.7} aria-label="Settings" onClick={() => setSaid("settings")}/>
      <ButtonDropdown scale={0.6} auto><ButtonDropdown.Item main onClick={() => setSaid("add")}>Add a plant</ButtonDropdown.Item><ButtonDropdown.Item>Add a room</ButtonDropdown.Item></ButtonDropdown></div>
    <Tabs initialValue="all" hideDivider={false} mt={0.4}><Tabs.Item label="All" value="all"/><Tabs.Item label="Thirsty" value="thirsty"/><Tabs.Item label="Ill" value="ill"/><Tabs.Item label="Given away" value="gone" disabled/></Tabs>
    <div style={{display: "grid", gridTemplateColumns: "250px 1fr 260px", gap: 30}}>
      <div><Input placeholder="Find a plant" clearable width="100%" initialValue="in a pot"/><Spacer h={0.6}/>
        <Select placeholder="Room" initialValue="hall" width="100%"><Select.Option value="hall">Hall</Select.Option><Select.Option value="bath">Bath</Select.Option></Select><Spacer h={0.8}/>
        <Checkbox.Group value={["sun"]} scale={0.8}><Checkbox value="sun">Sun</Checkbox><Checkbox value="shade">Shade</Checkbox><Checkbox value="dark" disabled>Dark</Checkbox></Checkbox.Group><Spacer h={0.8}/>
        <Tree><Tree.Folder name="Notes"><Tree.File name="soil.txt"/></Tree.Folder><Tree.Folder name="Photos"><Tree.File name="ivy.png"/></Tree.Folder><Tree.File name="list.txt"/></Tree>
        <Spacer h={0.6}/><Collapse.Group style={{padding: 0}}><Collapse title="How to water"><p>Slowly.</p></Collapse></Collapse.Group></div>
      <div><Table data={rows}><Table.Column prop="plant" label="plant" render={link}/><Table.Column prop="room" label="room"/><Table.Column prop="water" label="water"/><Table.Column prop="id" label="" render={acts}/></Table>
        <Spacer h={0.8}/><Pagination count={6} initialPage={2} scale={0.8}/>
        <Spacer h={0.8}/><Textarea width="100%" placeholder="What I saw today" h={3.4}/><Spacer h={0.6}/>
        <div style={{display: "flex", gap: 12, alignItems: "center"}}><Button auto scale={0.7} type="success" onClick={() => setSaid("kept")}>Keep the note</Button><Button auto scale={0.7} disabled>Print</Button><Link href="#rules" underline>All notes</Link></div></div>
      <div><Radio.Group value={way} onChange={setWay} scale={0.8}><Radio value="can">With the can<Radio.Description>For the big ones</Radio.Description></Radio><Radio value="spray">With a spray</Radio></Radio.Group><Spacer h={0.9}/>
        <div style={{display: "flex", gap: 10}}><Toggle initialChecked onChange={() => setSaid("rain")}/>Rain water</div><Spacer h={0.6}/>
        <div style={{display: "flex", gap: 10}}><Toggle disabled/>Food</div><Spacer h={0.9}/>
        <small>How much</small><Slider initialValue={40} width="100%"/><Spacer h={0.9}/>
        <Rating value={stars} onValueChange={setStars}/><Spacer h={0.8}/>
        <ButtonGroup scale={0.7}><Button onClick={() => setSaid("day")}>Day</Button><Button onClick={() => setSaid("week")}>Week</Button><Button onClick={() => setSaid("month")}>Month</Button></ButtonGroup>
        <small>Water in the can</small><Capacity value={70}/><Spacer h={0.6}/><Tag>indoor</Tag> <Tag type="success">healthy</Tag><Spacer h={0.8}/>
        <Input label="litres" initialValue="2" width="100%"/></div></div></div>;
}
createRoot(document.querySelector("#root")).render(<GeistProvider themeType="dark"><CssBaseline/><Page/></GeistProvider>);
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
