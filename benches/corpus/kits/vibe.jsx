import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Accordion, AccordionItem, AttentionBox, BreadcrumbItem, BreadcrumbsBar, Button, ButtonGroup, Checkbox, Chips, Dropdown, EditableHeading, IconButton, Link, Menu, MenuButton, MenuItem, NumberField, RadioButton, Search, Slider, SplitButton, SplitButtonMenu, Steps, Tab, Table, TableBody, TableCell, TableHeader, TableHeaderCell, TableRow, TabList, TextArea, TextField, Toggle} from "@vibe/core";
import {Delete, Duplicate, Filter, Settings} from "@vibe/icons";
import "@vibe/core/tokens";

const COLUMNS = [{id: "tick", title: "", width: 50}, {id: "song", title: "Song"}, {id: "who", title: "Singer"}, {id: "long", title: "Length"}, {id: "acts", title: "", width: 110}];
const ROWS = [["Harbour lights", "Nora", "3:20"], ["Red kite", "Sami", "2:58"], ["Old bridge", "Ines", "4:11"]];
function Choir() {
  const [tab, setTab] = useState(1), [word, setWord] = useState(""), [ticks, setTicks] = useState({1: true, mail: true}), [part, setPart] = useState("alto"), [view, setView] = useState("list"), [on, setOn] = useState(true), [count, setCount] = useState(24), [told, setTold] = useState(true), [people, setPeople] = useState(["Nora", "Sami"]), [step, setStep] = useState(1), [loud, setLoud] = useState(40), [order, setOrder] = useState("asc"), [pressed, press] = useState(0);
  const go = () => press(pressed + 1), tick = key => ({checked: !!ticks[key], onChange: () => setTicks({...ticks, [key]: !ticks[key]})});
  return <div style={{padding: "8px 20px", height: 784, overflow: "hidden"}}>
    <div className="row" style={{justifyContent: "space-between"}}><BreadcrumbsBar type="navigation"><BreadcrumbItem text="Choirs" onClick={go} /><BreadcrumbItem text="Spring" onClick={go} /><BreadcrumbItem text="Concert" isCurrent /></BreadcrumbsBar><div style={{width: 240}}><Search placeholder="Search songs" value={word} onChange={setWord} size="small" /></div>
      <div className="row"><IconButton icon={Filter} aria-label="Filter" size="small" kind="tertiary" onClick={go} /><IconButton icon={Settings} aria-label="Settings" size="small" kind="tertiary" onClick={go} /><MenuButton text="Nora" size="small"><Menu id="me"><MenuItem title="Profile" onClick={go} /><MenuItem title="Log out" onClick={go} /></Menu></MenuButton></div></div>
    <div className="cols"><div style={{width: 620}}><EditableHeading type="h2" value="Concert in May" onChange={go} /><TabList activeTabId={tab} onTabChange={setTab}><Tab>Programme</Tab><Tab>Singers</Tab><Tab disabled>Archive</Tab></TabList>
      <div style={{height: 170, marginTop: 8}}><Table columns={COLUMNS} emptyState={<i />} errorState={<i />}><TableHeader>{COLUMNS.map(({id, title}) => <TableHeaderCell key={id} title={title} {...id === "song" && {sortState: order, onSortClicked: setOrder}} />)}</TableHeader><TableBody>{ROWS.map(([song, who, long], n) => <TableRow key={song} highlighted={n === 1}><TableCell><Checkbox ariaLabel={song} {...tick(n)} /></TableCell><TableCell><Link text={song} href={`#${n}`} target="_self" /></TableCell><TableCell>{who}</TableCell><TableCell>{long}</TableCell><TableCell><IconButton icon={Duplicate} aria-label="Duplicate" size="xs" kind="tertiary" onClick={go} /><IconButton icon={Delete} aria-label="Delete" size="xs" kind="tertiary" disabled={n === 2} onClick={go} /></TableCell></TableRow>)}</TableBody></Table></div>
      <div style={{margin: "12px 0"}}><Accordion defaultIndex={[0]}><AccordionItem title="Rehearsals">On Mondays in the <Link text="school" href="#school" target="_self" inlineText />.</AccordionItem><AccordionItem title="Tickets">Five each.</AccordionItem></Accordion></div>
      <Steps activeStepIndex={step} onChangeActiveStep={(_, n) => setStep(n)} steps={["Ask", "Rehearse", "Sing"].map(one => <div key={one} style={{padding: 8}}>{one}</div>)} /></div>
    <div style={{width: 560}}>{told && <AttentionBox title="Two altos are ill" text="Ask the other choir." onClose={() => setTold(false)} link={{text: "Write to them", href: "#write"}} />}
      <div className="row top"><div style={{flex: 1}}><Dropdown label="Hall" options={[{value: "a", label: "Town hall"}, {value: "b", label: "Chapel"}]} defaultValue={{value: "b", label: "Chapel"}} clearable={false} size="small" /></div><div style={{flex: 1}}><Dropdown label="Helpers" multi options={[{value: "a", label: "Ada"}, {value: "b", label: "Bo"}, {value: "c", label: "Cy"}]} defaultValue={[{value: "a", label: "Ada"}, {value: "b", label: "Bo"}]} size="small" /></div></div>
      <div className="row top"><TextField title="Conductor" value="Ines Moreau" size="small" /><NumberField label="Seats" value={count} onChange={setCount} size="small" /></div>
      <div className="row"><ButtonGroup size="small" value={view} onSelect={setView} options={[{value: "list", text: "List"}, {value: "grid", text: "Grid"}, {value: "plan", text: "Plan"}]} /><Toggle isSelected={on} onChange={setOn} onOverrideText="Public" offOverrideText="Private" /></div>
      <div className="row"><Checkbox label="Mail the singers" {...tick("mail")} /><Checkbox label="Print notes" {...tick("print")} />{["soprano", "alto", "bass"].map(one => <RadioButton key={one} name="part" value={one} text={one} checked={part === one} onSelect={() => setPart(one)} />)}</div>
      <div className="row">{people.map(one => <Chips key={one} id={one} label={one} onDelete={() => setPeople(people.filter(other => other !== one))} />)}<Chips label="Guests" onClick={go} readOnly /></div>
      <div className="row" style={{padding: "0 8px"}}><span style={{width: 80}}>Loudness</span><div style={{width: 260}}><Slider aria-label="Loudness" value={loud} onChange={setLoud} size="small" showValue /></div></div>
      <TextArea label="Note to all" value="" placeholder="Wear black" rows={2} onChange={go} />
      <div className="row" style={{marginTop: 10}}><SplitButton size="small" onClick={go} secondaryDialogContent={<SplitButtonMenu id="s"><MenuItem title="Save as draft" /></SplitButtonMenu>}>Save</SplitButton><Button size="small" kind="secondary" onClick={go}>Cancel</Button><Button size="small" kind="tertiary" disabled>Print</Button></div></div></div></div>;
}
const style = document.createElement("style");
style.textContent = "body{font-family:sans-serif}.row{display:flex;gap:12px;align-items:center;margin-bottom:12px}.top{align-items:flex-start}.cols{display:flex;gap:32px}";
document.head.append(style);
document.body.className = "light-app-theme";
createRoot(document.querySelector("#root")).render(<Choir />);
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
