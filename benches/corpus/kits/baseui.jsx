import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Client} from "styletron-engine-monolithic";
import {Provider} from "styletron-react";
import {BaseProvider, LightTheme} from "baseui";
import {StatelessAccordion as Accordion, Panel} from "baseui/accordion";
import {Breadcrumbs} from "baseui/breadcrumbs";
import {Button, KIND, SHAPE, SIZE} from "baseui/button";
import {ButtonGroup} from "baseui/button-group";
import {Checkbox, STYLE_TYPE} from "baseui/checkbox";
import {FormControl} from "baseui/form-control";
import {Delete, Plus, Search} from "baseui/icon";
import {Input} from "baseui/input";
import {StyledLink as Link} from "baseui/link";
import {StatefulMenu} from "baseui/menu";
import {Notification} from "baseui/notification";
import {Pagination} from "baseui/pagination";
import {PLACEMENT, Popover} from "baseui/popover";
import {Radio, RadioGroup} from "baseui/radio";
import {StarRating} from "baseui/rating";
import {Select} from "baseui/select";
import {Slider} from "baseui/slider";
import {Table, TableBuilder, TableBuilderColumn} from "baseui/table-semantic";
import {Tab, Tabs} from "baseui/tabs-motion";
import {Tag} from "baseui/tag";
import {Textarea} from "baseui/textarea";
import {TreeLabel, TreeView} from "baseui/tree-view";

const TRIPS = [["North quay", "Ann", 12, "Paid"], ["Mill", "Bo", 4, "Open"], ["Hill top", "Cy", 9, "Paid"], ["Old town", "Di", 7, "Open"], ["Lake", "Ed", 22, "Paid"]].map(([place, who, miles, state], id) => ({id, place, who, miles, state}));
const thin = {overrides: {Root: {style: {marginTop: "4px", marginBottom: "4px"}}}};

function App() {
  const [count, setCount] = useState(0), [tab, setTab] = useState("0"), [kind, setKind] = useState([{id: "taxi", label: "Taxi"}]), [tags, setTags] = useState([{id: "wet", label: "Wet"}, {id: "long", label: "Long"}]);
  const [page, setPage] = useState(2), [way, setWay] = useState("cash"), [stars, setStars] = useState(3), [miles, setMiles] = useState([30]), [on, setOn] = useState(true), [child, setChild] = useState(false), [find, setFind] = useState(""), [open, setOpen] = useState(["a"]), [sort, setSort] = useState(true);
  const [picked, setPicked] = useState([1]);
  const [tree, setTree] = useState([{id: 1, label: "Cars", isExpanded: true, children: [{id: 2, label: "Vans", isExpanded: false, children: [{id: 3, label: "Old van"}]}, {id: 4, label: "Small"}]}, {id: 5, label: "Bikes", isExpanded: false, children: [{id: 6, label: "Red"}]}]);
  const go = () => setCount(count + 1);
  const rows = sort ? TRIPS : [...TRIPS].reverse();
  const flip = (nodes, id) => nodes.map(node => ({...node, isExpanded: node.id === id ? !node.isExpanded : node.isExpanded, children: node.children && flip(node.children, id)}));
  return <div style={{padding: "8px 18px", height: 800, boxSizing: "border-box", overflow: "hidden", fontFamily: "sans-serif"}}>
    <div style={{display: "flex", gap: 12, alignItems: "center"}}><Breadcrumbs><Link href="#home">Home</Link><Link href="#rides">Rides</Link><span>March</span></Breadcrumbs><span style={{flex: 1}} />
      <Button size={SIZE.compact} startEnhancer={() => <Plus size={16} />} onClick={go}>New ride</Button>
      <Popover isOpen placement={PLACEMENT.bottomRight} autoFocus={false} content={() => <StatefulMenu items={[{label: "As a table"}, {label: "As a letter"}, {label: "To the printer", disabled: true}]} onItemSelect={go} overrides={{List: {style: {width: "150px"}}}} />}><Button size={SIZE.compact} kind={KIND.secondary} aria-expanded="true" onClick={go}>Export</Button></Popover></div>
    <div style={{display: "grid", gridTemplateColumns: "200px 600px 380px", gap: 20}}><div>
      <TreeView data={tree} onToggle={node => setTree(flip(tree, node.id))} />
      <Accordion expanded={open} onChange={({expanded}) => setOpen(expanded)}><Panel key="a" title="Prices">See <Link href="#list">the list</Link>.</Panel><Panel key="b" title="Rules">None</Panel></Accordion>
      <StarRating value={stars} onChange={({value}) => setStars(value)} size={20} /></div>
    <div><Tabs activeKey={tab} onChange={({activeKey}) => setTab(activeKey)}><Tab title="Done"><div style={{height: 0}} /></Tab><Tab title="Planned" /><Tab title="Lost" disabled /></Tabs>
      <Input size={SIZE.compact} value={find} onChange={e => setFind(e.target.value)} placeholder="Find a ride" clearable startEnhancer={() => <Search size={16} />} />
      <TableBuilder data={rows} size="compact" sortColumn="place" sortOrder={sort ? "ASC" : "DESC"} onSort={() => setSort(!sort)}><TableBuilderColumn header={<Checkbox checked={picked.length === 5} onChange={() => setPicked(picked.length === 5 ? [] : [0, 1, 2, 3, 4])} />}>{row => <Checkbox checked={picked.includes(row.id)} onChange={() => setPicked(picked.includes(row.id) ? picked.filter(n => n !== row.id) : [...picked, row.id])} />}</TableBuilderColumn><TableBuilderColumn header="Place" id="place" sortable>{row => <Link href={"#ride" + row.id}>{row.place}</Link>}</TableBuilderColumn><TableBuilderColumn header="Driver">{row => row.who}</TableBuilderColumn><TableBuilderColumn header="Miles" numeric id="miles" sortable>{row => row.miles}</TableBuilderColumn><TableBuilderColumn header="">{row => <Button size={SIZE.mini} kind={KIND.tertiary} shape={SHAPE.square} aria-label={"Delete " + row.place} onClick={go}><Delete size={16} /></Button>}</TableBuilderColumn></TableBuilder>
      <Pagination size={SIZE.mini} numPages={6} currentPage={page} onPageChange={({nextPage}) => setPage(nextPage)} />
      <div style={{display: "flex", gap: 10, alignItems: "center"}}><ButtonGroup size={SIZE.compact} mode="radio" selected={0} onClick={go}><Button>Day</Button><Button>Week</Button><Button>Month</Button></ButtonGroup><Tag closeable={true} onActionClick={go}>Ann</Tag><Tag onClick={go} closeable={false}>Paid only</Tag></div></div>
    <div style={{paddingTop: 70}}><Notification closeable overrides={{Body: {style: {width: "auto", marginTop: 0, marginBottom: "4px"}}}}>The bridge is shut.</Notification>
      <FormControl label="Kind" {...thin}><Select size={SIZE.compact} clearable options={[{id: "taxi", label: "Taxi"}, {id: "van", label: "Van"}]} value={kind} onChange={({value}) => setKind(value)} /></FormControl>
      <FormControl label="Marks" {...thin}><Select size={SIZE.compact} multi creatable options={[{id: "wet", label: "Wet"}, {id: "long", label: "Long"}]} value={tags} onChange={({value}) => setTags(value)} /></FormControl>
      <FormControl label="Code" {...thin}><Input size={SIZE.compact} type="password" defaultValue="bread" value="bread" onChange={go} /></FormControl>
      <RadioGroup align="horizontal" name="way" value={way} onChange={e => setWay(e.target.value)}><Radio value="cash">Cash</Radio><Radio value="card">Card</Radio></RadioGroup>
      <Checkbox checked={child} onChange={() => setChild(!child)}>Child seat</Checkbox><Checkbox checkmarkType={STYLE_TYPE.toggle_round} checked={on} onChange={() => setOn(!on)}>Tell the driver</Checkbox>
      <Slider value={miles} onChange={({value}) => setMiles(value)} />
      <Textarea size={SIZE.compact} placeholder="Wish" value="" onChange={go} rows={2} />
      <div style={{display: "flex", gap: 8, marginTop: 8}}><Button size={SIZE.compact} onClick={go}>Save</Button><Button size={SIZE.compact} kind={KIND.secondary} onClick={go}>Cancel</Button><Button size={SIZE.compact} disabled>Send</Button></div></div></div></div>;
}
createRoot(document.querySelector("#root")).render(<Provider value={new Client()}><BaseProvider theme={LightTheme}><App /></BaseProvider></Provider>);
setTimeout(() => { document.body.dataset.ready = 1; }, 2500);
