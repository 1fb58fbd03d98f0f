import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Grommet, Box, Button, Anchor, Accordion, AccordionPanel, Tabs, Tab, DataTable, TextInput, Select, DateInput, CheckBox, RadioButtonGroup, RangeInput, Tag, Pagination, Notification, Menu, Header, Heading, Nav, Sidebar, Text, TextArea, FormField, StarRating, ToggleGroup, Avatar} from "grommet";
import {grommet} from "grommet/themes";
import {Home, Notes, Radial, Trash, Edit, Search, Previous, List, Grid as GridIcon, Help} from "grommet-icons";

const ROWS = [["Harp", "Ann", 4], ["Lute", "Bo", 2], ["Viola", "Cy", 7], ["Drum", "Di", 1]].map(([name, who, days]) => ({name, who, days}));
function Shop() {
  const [stars, setStars] = useState(3), [told, setTold] = useState(true), [way, setWay] = useState("road"), [kind, setKind] = useState("strings"), [day, setDay] = useState("2026-03-18T00:00:00.000Z"), [index, setIndex] = useState([0]), [view, setView] = useState("list"), [tags, setTags] = useState(["oak", "gut"]), [tab, setTab] = useState(0), [pressed, press] = useState(0);
  const go = () => press(pressed + 1);
  const cells = [{property: "name", header: "Instrument", primary: true, render: row => <Anchor href={`#${row.name}`} label={row.name} />}, {property: "who", header: "Lent to", search: true}, {property: "days", header: "Days", align: "end"}, {property: "do", header: "", sortable: false, render: row => <Box direction="row"><Button a11yTitle={`Edit ${row.name}`} icon={<Edit size="small" />} pad="xsmall" onClick={go} /><Button a11yTitle={`Remove ${row.name}`} icon={<Trash size="small" />} onClick={go} disabled={row.name === "Drum"} /></Box>}];
  return <Grommet theme={grommet} themeMode="dark" full><Box direction="row" height="800px" overflow="hidden">
    <Sidebar background="dark-1" pad="small" width="160px" header={<Box direction="row" gap="small" align="center"><Avatar background="brand" size="small">M</Avatar><Text weight="bold">Music loan</Text></Box>} footer={<Button icon={<Help />} label="Help" plain href="#help" />}><Nav gap="medium"><Button icon={<Home />} label="Home" plain href="#home" /><Button icon={<Notes />} label="Loans" plain href="#loans" /><Button icon={<Radial />} label="Repairs" plain onClick={go} /></Nav></Sidebar>
    <Box flex pad={{horizontal: "medium", vertical: "small"}} gap="small" overflow="hidden"><Header><Heading level={3} margin="none">Loans</Heading><Box width="240px"><TextInput icon={<Search />} placeholder="Find an instrument" /></Box><Box direction="row" gap="small"><Menu label="Sort" items={[{label: "By name", onClick: go}, {label: "By day", onClick: go}]} /><Button primary label="New loan" onClick={go} /></Box></Header>
      {told && <Notification status="warning" title="The lute is late" message="Ask Bo." actions={[{label: "Write to Bo", onClick: go}]} onClose={() => setTold(false)} />}
      <Box direction="row" gap="medium"><Box width="590px"><Tabs activeIndex={tab} onActive={setTab} alignControls="start"><Tab title="Out" /><Tab title="Back" /><Tab title="Lost" disabled /></Tabs>
        <DataTable columns={cells} data={ROWS} sortable primaryKey="name" size="medium" /><Box direction="row" justify="between" align="center" margin={{top: "small"}}><Pagination numberItems={60} step={10} size="small" /><ToggleGroup value={view} onToggle={event => setView(event.value)} options={[{icon: <List a11yTitle="List" />, value: "list"}, {icon: <GridIcon a11yTitle="Grid" />, value: "grid"}]} /></Box></Box>
        <Box flex gap="small"><FormField label="Kind" margin="none"><Select options={["strings", "drums", "pipes"]} value={kind} onChange={({option}) => setKind(option)} /></FormField><FormField label="Back by" margin="none"><DateInput format="dd/mm/yyyy" value={day} onChange={({value}) => setDay(value)} /></FormField>
          
          <Box direction="row" gap="medium"><CheckBox label="Insured" defaultChecked /><CheckBox label="Case" /><CheckBox label="Late fee" toggle defaultChecked /></Box>
          <RadioButtonGroup name="way" direction="row" options={["road", "post"]} value={way} onChange={event => setWay(event.target.value)} />
          <RangeInput defaultValue={40} a11yTitle="Fee" /><StarRating name="stars" value={stars} onChange={event => setStars(event.value)} />
          <Box direction="row" gap="small">{tags.map(one => <Tag key={one} value={one} size="small" onRemove={() => setTags(tags.filter(other => other !== one))} />)}<Anchor href="#rules" label="Rules of the house" /></Box>
          <Accordion activeIndex={index} onActive={setIndex}><AccordionPanel label="Notes"><Box pad="xsmall"><TextArea placeholder="What is scratched" rows={2} /></Box></AccordionPanel><AccordionPanel label="Earlier loans"><Text>None</Text></AccordionPanel></Accordion>
          <Box direction="row" gap="small"><Button primary size="small" label="Save" onClick={go} /><Button size="small" label="Cancel" onClick={go} /><Button size="small" label="Print" disabled /></Box></Box></Box></Box></Box></Grommet>;
}
createRoot(document.querySelector("#root")).render(<Shop />);
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
