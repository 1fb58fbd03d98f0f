import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import "@jetbrains/ring-ui-built/components/style.css";
import Header, {Tray, HeaderIcon, Profile} from "@jetbrains/ring-ui-built/components/header/header";
import Button from "@jetbrains/ring-ui-built/components/button/button";
import ButtonSet from "@jetbrains/ring-ui-built/components/button-set/button-set";
import ButtonToolbar from "@jetbrains/ring-ui-built/components/button-toolbar/button-toolbar";
import ButtonGroup from "@jetbrains/ring-ui-built/components/button-group/button-group";
import Checkbox from "@jetbrains/ring-ui-built/components/checkbox/checkbox";
import DatePicker from "@jetbrains/ring-ui-built/components/date-picker/date-picker";
import DropdownMenu from "@jetbrains/ring-ui-built/components/dropdown-menu/dropdown-menu";
import Input, {Size} from "@jetbrains/ring-ui-built/components/input/input";
import Island, {Header as IslandHeader, Content} from "@jetbrains/ring-ui-built/components/island/island";
import Link from "@jetbrains/ring-ui-built/components/link/link";
import Pager from "@jetbrains/ring-ui-built/components/pager/pager";
import Radio from "@jetbrains/ring-ui-built/components/radio/radio";
import Select from "@jetbrains/ring-ui-built/components/select/select";
import Table from "@jetbrains/ring-ui-built/components/table/smart-table";
import {SmartTabs, Tab} from "@jetbrains/ring-ui-built/components/tabs/tabs";
import Tag from "@jetbrains/ring-ui-built/components/tag/tag";
import TagsInput from "@jetbrains/ring-ui-built/components/tags-input/tags-input";
import Toggle from "@jetbrains/ring-ui-built/components/toggle/toggle";
import Banner from "@jetbrains/ring-ui-built/components/banner/banner";
import Collapse from "@jetbrains/ring-ui-built/components/collapse/collapse";
import CollapseControl from "@jetbrains/ring-ui-built/components/collapse/collapse-control";
import CollapseContent from "@jetbrains/ring-ui-built/components/collapse/collapse-content";
import Selection from "@jetbrains/ring-ui-built/components/table/selection";
import pencil from "@jetbrains/icons/pencil";
import trash from "@jetbrains/icons/trash";
import search from "@jetbrains/icons/search";
import settings from "@jetbrains/icons/settings";
import add from "@jetbrains/icons/add";
import more from "@jetbrains/icons/more-options";

const ROWS = [["Leaking pump", "Ann", "Open", 4], ["Door of the crane", "Bo", "Open", 2], ["Paint the quay", "Cy", "Fixed", 7], ["New buoys", "Di", "Open", 1], ["Lamp of the pier", "Ed", "Late", 3], ["Rope store", "Flo", "Open", 5]].map(([name, who, state, votes], n) => ({id: `H-${n + 11}`, name, who, state, votes}));
const choices = list => list.map(label => ({key: label, label}));
function App() {
  const [sort, setSort] = useState({key: "name", order: true}), [selection, setSelection] = useState(new Selection({data: ROWS, selected: new Set([ROWS[1]])})), [day, setDay] = useState("2026-03-18"), [kind, setKind] = useState(choices(["Task"])[0]), [way, setWay] = useState("sea"), [told, setTold] = useState(true), [pressed, press] = useState(0), [page, setPage] = useState(2);
  const go = () => press(pressed + 1);
  const rows = [...ROWS].sort((a, b) => (String(a[sort.key]) < String(b[sort.key]) ? -1 : 1) * (sort.order ? 1 : -1));
  const columns = [{id: "id", title: "ID", className: "id", getValue: one => <Link href={`#${one.id}`}>{one.id}</Link>}, {id: "name", title: "Summary", sortable: true}, {id: "who", title: "Assignee", sortable: true}, {id: "state", title: "State", getValue: one => <DropdownMenu anchor={one.state} data={choices(["Open", "Fixed", "Late"])} />}, {id: "votes", title: "Votes", rightAlign: true}, {id: "do", title: "", getValue: one => <><Button icon={pencil} title={`Edit ${one.id}`} onClick={go} /><Button icon={trash} title={`Delete ${one.id}`} onClick={go} disabled={one.state === "Fixed"} /></>}];
  return <div style={{height: 800, overflow: "hidden", fontFamily: "var(--ring-font-family)"}}><Header><b style={{marginRight: 16}}>Harbour</b><Link href="#issues">Issues</Link><Link href="#boards">Boards</Link><Link href="#reports">Reports</Link><Tray><HeaderIcon icon={add} title="Create" /><HeaderIcon icon={settings} title="Settings" /><Profile profile={{name: "Ann Holm", profile: {avatar: {url: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='32' height='32'><rect width='32' height='32' fill='teal'/></svg>"}}}} /></Tray></Header>
    <div style={{display: "flex", gap: 20, padding: "8px 24px"}}><div style={{width: 780}}>
      <div style={{display: "flex", gap: 12, alignItems: "center", marginBottom: 10}}><Input icon={search} placeholder="Search issues" aria-label="Search issues" /><Select data={choices(["Task", "Bug", "Wish"])} selected={kind} onSelect={setKind} label="Kind" type={Select.Type.BUTTON} /><ButtonGroup><Button active onClick={go}>List</Button><Button onClick={go}>Board</Button></ButtonGroup><Button primary onClick={go}>New issue</Button><DropdownMenu anchor={({...props}) => <Button {...props} icon={more} title="More" />} data={choices(["Export", "Print"])} /></div>
      {told && <Banner mode="info" onClose={() => setTold(false)}>The tide is early today. <Link href="#tide">See the times</Link></Banner>}
      <SmartTabs initSelected="mine"><Tab id="mine" title="Mine"> </Tab><Tab id="all" title="All"> </Tab><Tab id="old" title="Old" disabled> </Tab></SmartTabs>
      <Table data={rows} columns={columns} selection={selection} onSelectionChange={setSelection} sortKey={sort.key} sortOrder={sort.order} onSort={({column, order}) => setSort({key: column.id, order})} autofocus={false} />
      <div style={{marginTop: 10}}><Pager total={90} pageSize={10} pageSizes={[10, 20]} currentPage={page} onPageChange={setPage} /></div></div>
      <Island style={{flex: 1}}><IslandHeader border>H-12</IslandHeader><Content><div style={{display: "flex", flexDirection: "column", gap: 12}}>
        <Input label="Summary" defaultValue="Door of the crane" size={Size.FULL} /><Input label="Notes" multiline defaultValue="It squeaks." size={Size.FULL} />
        <div><DatePicker date={day} onChange={setDay} clear /></div>
        <Select label="Assignee" type={Select.Type.INPUT} data={choices(["Ann", "Bo", "Cy"])} selected={choices(["Bo"])[0]} filter />
        <TagsInput tags={choices(["crane", "safety"])} dataSource={() => choices(["quay"])} filter />
        <div style={{display: "flex", gap: 16}}><Checkbox label="Blocker" defaultChecked /><Checkbox label="Public" /><Toggle defaultChecked>Watch</Toggle></div>
        <Radio value={way} onChange={setWay}><div style={{display: "flex", gap: 16}}><Radio.Item value="sea">By sea</Radio.Item><Radio.Item value="land">By land</Radio.Item></div></Radio>
        <div><Tag onRemove={go}>north quay</Tag><Tag readOnly>2026</Tag></div>
        <Collapse defaultCollapsed><CollapseControl>{collapsed => <Button>{collapsed ? "Show history" : "Hide history"}</Button>}</CollapseControl><CollapseContent>None</CollapseContent></Collapse>
        <ButtonSet><Button primary onClick={go}>Save</Button><Button onClick={go}>Cancel</Button><Button disabled>Merge</Button></ButtonSet></div></Content></Island></div></div>;
}
document.head.insertAdjacentHTML("beforeend", "<style>.id a{white-space:nowrap}</style>");
createRoot(document.querySelector("#root")).render(<App />);
setTimeout(() => { document.body.dataset.ready = 1; }, 2500);
