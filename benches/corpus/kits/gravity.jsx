import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Accordion, Alert, Breadcrumbs, Button, Checkbox, ClipboardButton, DropdownMenu, HelpMark, Icon, Label, Link, NumberInput, Pagination, PasswordInput, PinInput, Radio, RadioGroup, SegmentedRadioGroup, Select, Slider, Stepper, Switch, Tab, Table, TabList, TabProvider, TextArea, TextInput, ThemeProvider, UserLabel, withTableSelection, withTableSorting, withTableActions} from "@gravity-ui/uikit";
import {unstable_TreeList as TreeList, unstable_useList as useList} from "@gravity-ui/uikit/unstable";
import {Bell, Gear, Star} from "@gravity-ui/icons";
import "@gravity-ui/uikit/styles/styles.css";

const Rows = withTableActions(withTableSelection(withTableSorting(Table)));
const DATA = [["Lamp", "Oslo", "paid"], ["Chair", "Lima", "open"], ["Shelf", "Oslo", "late"]].map(([name, town, state], n) => ({id: String(n), name, town, state}));
const FOLDERS = [{data: {title: "Rooms"}, children: [{data: {title: "Kitchen"}}, {data: {title: "Hall"}}]}, {data: {title: "Outdoors"}, children: [{data: {title: "Porch"}}]}, {data: {title: "Returns"}, disabled: true}];
function Shop() {
  const [tab, setTab] = useState("goods"), [chosen, setChosen] = useState(["1"]), [part, setPart] = useState("week"), [town, setTown] = useState(["oslo"]), [many, setMany] = useState(["b"]), [count, setCount] = useState(3), [step, setStep] = useState("b"), [page, setPage] = useState(2), [told, setTold] = useState(true), [name, setName] = useState("Lamp"), [people, setPeople] = useState(["Ida", "Jon"]), [pressed, press] = useState(0);
  const go = () => press(pressed + 1), list = useList({items: FOLDERS, defaultExpandedState: "closed", withExpandedState: true, initialState: {expandedById: {0: true}, selectedById: {"0-1": true}}});
  return <ThemeProvider theme="light"><div style={{padding: "12px 20px", height: 776, overflow: "hidden"}}>
    <div className="row" style={{justifyContent: "space-between"}}><Breadcrumbs><Breadcrumbs.Item href="#shop">Shop</Breadcrumbs.Item><Breadcrumbs.Item href="#stock">Stock</Breadcrumbs.Item><Breadcrumbs.Item>Furniture</Breadcrumbs.Item></Breadcrumbs><TextInput placeholder="Search goods" hasClear style={{width: 220}} /><div className="row"><Button view="flat" aria-label="News" onClick={go}><Icon data={Bell} /></Button><Button view="flat" onClick={go}><Icon data={Gear} /></Button><UserLabel type="person" text="Ida Holm" avatar={{text: "Ida Holm"}} onClick={go} /></div></div>
    <div className="cols"><div style={{width: 180}}><TreeList list={list} size="m" mapItemDataToContentProps={({title}) => ({title})} onItemClick={({id}) => list.structure.groupsState[id] ? list.state.setExpanded(s => ({...s, [id]: !s[id]})) : list.state.setSelected({[id]: true})} /><div style={{marginTop: 14}}><Accordion defaultValue="a"><Accordion.Item value="a" summary="Delivery">By <Link href="#ship">ship</Link> only.</Accordion.Item><Accordion.Item value="b" summary="Returns">None.</Accordion.Item></Accordion></div></div>
      <div style={{width: 560}}>{told && <Alert theme="warning" title="Two lamps are broken" message="Ask for new ones." onClose={() => setTold(false)} actions={[{text: "Write", handler: go}]} />}
        <TabProvider value={tab} onUpdate={setTab}><TabList style={{margin: "10px 0"}}><Tab value="goods">Goods</Tab><Tab value="orders" counter={4}>Orders</Tab><Tab value="old" disabled>Archive</Tab></TabList></TabProvider>
        <Rows data={DATA} columns={[{id: "name", name: "Name", meta: {sort: true}, template: ({name, id}) => <Link href={`#${id}`}>{name}</Link>}, {id: "town", name: "Town", meta: {sort: true}}, {id: "state", name: "State", template: ({state}) => <Label theme={state === "late" ? "danger" : "info"}>{state}</Label>}, {id: "like", name: "", template: () => <Button view="flat" size="s" onClick={go}><Icon data={Star} size={14} /></Button>}]} defaultSortState={[{column: "name", order: "asc"}]} getRowId="id" selectedIds={chosen} onSelectionChange={setChosen} getRowActions={() => [{text: "Edit", handler: go}, {text: "Move", handler: go, disabled: true}, {text: "Remove", handler: go, theme: "danger"}]} width="max" />
        <div style={{margin: "12px 0"}}><Pagination page={page} pageSize={10} total={70} pageSizeOptions={[10, 20]} onUpdate={setPage} showInput /></div>
        <Stepper value={step} onUpdate={setStep}><Stepper.Item id="a" view="success">Choose</Stepper.Item><Stepper.Item id="b">Pay</Stepper.Item><Stepper.Item id="c" disabled>Fetch</Stepper.Item></Stepper></div>
      <div style={{width: 440}}><div className="row"><TextInput label="Name" value={name} onUpdate={setName} hasClear style={{width: 200}} /><NumberInput value={count} onUpdate={setCount} min={0} style={{width: 90}} /><HelpMark>How many are left</HelpMark></div>
        <div className="row"><Select label="Town" value={town} onUpdate={setTown} width={200}><Select.Option value="oslo">Oslo</Select.Option><Select.Option value="lima">Lima</Select.Option></Select><Select multiple hasClear hasCounter placeholder="Colours" value={many} onUpdate={setMany} width={180}><Select.Option value="a">Red</Select.Option><Select.Option value="b">Blue</Select.Option></Select></div>
        <div className="row"><SegmentedRadioGroup value={part} onUpdate={setPart}><SegmentedRadioGroup.Option value="day">Day</SegmentedRadioGroup.Option><SegmentedRadioGroup.Option value="week">Week</SegmentedRadioGroup.Option><SegmentedRadioGroup.Option value="all" disabled>All</SegmentedRadioGroup.Option></SegmentedRadioGroup><Switch defaultChecked>On sale</Switch></div>
        <div className="row"><Checkbox defaultChecked>Wrap</Checkbox><Checkbox>Insure</Checkbox><Checkbox indeterminate>All papers</Checkbox></div>
        <RadioGroup defaultValue="van" name="way"><Radio value="van">By van</Radio><Radio value="bike">By bike</Radio></RadioGroup>
        <div style={{margin: "12px 8px"}}><Slider defaultValue={40} min={0} max={100} marks={3} /></div>
        <div className="row">{people.map(one => <Label key={one} type="close" onCloseClick={() => setPeople(people.filter(p => p !== one))}>{one}</Label>)}<Label interactive onClick={go}>Guests</Label><Label type="copy" copyText="A-104">A-104</Label></div>
        <div className="row" style={{marginTop: 12}}><PinInput length={4} aria-label="Code" /><PasswordInput placeholder="Password" style={{width: 180}} /></div>
        <TextArea placeholder="Note for the driver" rows={2} hasClear defaultValue="Ring twice" />
        <div className="row" style={{marginTop: 12}}><Button view="action" onClick={go}>Save</Button><Button selected onClick={go}>Pin</Button><Button disabled>Print</Button><Button loading>Sync</Button><DropdownMenu items={[{text: "Copy", action: go}]} /></div></div></div></div></ThemeProvider>;
}
const style = document.createElement("style");
style.textContent = "body{font-family:sans-serif}.row{display:flex;gap:12px;align-items:center;margin-bottom:12px}.cols{display:flex;gap:28px}";
document.head.append(style);
createRoot(document.querySelector("#root")).render(<Shop />);
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
