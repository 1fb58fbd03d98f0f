import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {ThemeProvider} from "@zendeskgarden/react-theming";
import {Anchor, Button, IconButton, SplitButton, ToggleIconButton} from "@zendeskgarden/react-buttons";
import {Breadcrumb} from "@zendeskgarden/react-breadcrumbs";
import {Combobox, Field as ComboField, Item, ItemGroup, Menu, Option, Separator} from "@zendeskgarden/react-dropdowns";
import {Checkbox, Field, Fieldset, Input, Radio, Range, Textarea, Toggle} from "@zendeskgarden/react-forms";
import {Tab, TabList, TabPanel, Tabs} from "@zendeskgarden/react-tabs";
import {OffsetPagination} from "@zendeskgarden/react-pagination";
import {Tag} from "@zendeskgarden/react-tags";

const Mark = props => <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" {...props}><path d="M3 2h10v12l-5-4-5 4z"/></svg>;
const More = props => <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" {...props}><circle cx="3" cy="8" r="1.5"/><circle cx="8" cy="8" r="1.5"/><circle cx="13" cy="8" r="1.5"/></svg>;
const LETTERS = [["Late parcel", "Ann"], ["Wrong size", "Bo"], ["Second invoice", "Cy"], ["Key is lost", "Di"]];

function Page() {
  const [tab, setTab] = useState("letter"), [page, setPage] = useState(2), [marked, setMarked] = useState(false);
  const [urgent, setUrgent] = useState("low"), [tags, setTags] = useState(["parcel", "north", "paid"]);
  return <div style={{display: "grid", gridTemplateColumns: "300px 1fr 280px", gap: 24, padding: 16, height: 800, boxSizing: "border-box", overflow: "hidden"}}>
    <div>
      <Breadcrumb><Anchor href="#desk">Desk</Anchor><Anchor href="#open">Open</Anchor><span>Parcels</span></Breadcrumb>
      <Field style={{marginTop: 12}}><Field.Label>Find a letter</Field.Label><Input placeholder="Words of it"/></Field>
      <div style={{marginTop: 12}}>{LETTERS.map(([about, who]) => <div key={about} style={{display: "flex", alignItems: "center", borderBottom: "1px solid #ddd", padding: "6px 0"}}>
        <Field style={{flex: 1}}><Checkbox><Field.Label hidden>{`Select ${about}`}</Field.Label></Checkbox></Field>
        <div style={{width: 200}}><Anchor href={`#${who}`}>{about}</Anchor><div style={{color: "#666"}}>{who}</div></div>
        <IconButton size="small" aria-label={`More of ${about}`}><More/></IconButton></div>)}</div>
      <div style={{marginTop: 16}}><OffsetPagination totalPages={5} currentPage={page} onChange={setPage}/></div>
    </div>
    <div>
      <div style={{display: "flex", gap: 8, alignItems: "center"}}><b style={{flex: 1, fontSize: 20}}>Late parcel</b>
        <ToggleIconButton aria-label="Mark" isPressed={marked} onClick={() => setMarked(!marked)}><Mark/></ToggleIconButton>
        <Button size="small" isDisabled>Merge</Button>
        <Menu button="Acts" defaultExpanded placement="bottom-end" buttonProps={{size: "small"}}>
          <Item value="forward">Forward</Item><Item value="print">Print</Item><Item value="copy" isDisabled>Copy the link</Item><Separator/>
          <ItemGroup legend="Hand to" type="radio"><Item value="ann" isSelected>Ann</Item><Item value="bo">Bo</Item></ItemGroup><Separator/><Item value="delete" type="danger">Delete</Item></Menu></div>
      <Tabs selectedItem={tab} onChange={setTab}><TabList><Tab item="letter">Letter</Tab><Tab item="notes">Notes</Tab><Tab item="calls">Calls</Tab></TabList>
        <TabPanel item="letter"><p>My parcel of last week is not here yet. It was sent from the mill.</p><p><Anchor isExternal href="#trace">Trace the parcel</Anchor></p></TabPanel></Tabs>
      <Field style={{marginTop: 16}}><Field.Label>Answer</Field.Label><Textarea defaultValue="Dear Ann," minRows={6}/></Field>
      <div style={{display: "flex", gap: 12, marginTop: 12}}><SplitButton><Button isPrimary>Send</Button></SplitButton><Button>Save for later</Button><Button isBasic>Throw away</Button></div>
    </div>
    <div>
      <div style={{height: 260}}/>
      <Fieldset><Fieldset.Legend>How urgent</Fieldset.Legend>{["low", "usual", "high"].map(each => <Field key={each}><Radio name="urgent" value={each} checked={urgent === each} onChange={() => setUrgent(each)}><Field.Label>{each}</Field.Label></Radio></Field>)}</Fieldset>
      <Field style={{marginTop: 12}}><Toggle defaultChecked><Field.Label>Tell the driver</Field.Label></Toggle></Field>
      <div style={{marginTop: 12}}><ComboField><ComboField.Label>Place</ComboField.Label><Combobox isEditable={false} defaultExpanded={false}><Option value="North"/><Option value="Mill"/></Combobox></ComboField></div>
      <Field style={{marginTop: 12}}><Field.Label>Days to wait</Field.Label><Range defaultValue={30}/></Field>
      <div style={{marginTop: 12, display: "flex", gap: 6}}>{tags.map(each => <Tag key={each}><span>{each}</span><Tag.Close aria-label={`Remove ${each}`} onClick={() => setTags(tags.filter(tag => tag !== each))}/></Tag>)}</div>
    </div>
  </div>;
}
createRoot(document.querySelector("#root")).render(<ThemeProvider><Page/></ThemeProvider>);
setTimeout(() => { document.body.dataset.ready = 1; }, 1200);
