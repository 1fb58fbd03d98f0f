import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import "@atlaskit/css-reset";
import {setGlobalTheme} from "@atlaskit/tokens/set-global-theme";
import Button, {IconButton} from "@atlaskit/button/new";
import AddIcon from "@atlaskit/icon/core/add";
import SettingsIcon from "@atlaskit/icon/core/settings";
import Breadcrumbs, {BreadcrumbsItem} from "@atlaskit/breadcrumbs";
import {Checkbox} from "@atlaskit/checkbox";
import DropdownMenu, {DropdownItem, DropdownItemGroup} from "@atlaskit/dropdown-menu";
import DynamicTable from "@atlaskit/dynamic-table";
import {Field} from "@atlaskit/form";
import Lozenge from "@atlaskit/lozenge";
import Modal, {ModalBody, ModalFooter, ModalHeader, ModalTitle, ModalTransition} from "@atlaskit/modal-dialog";
import {RadioGroup} from "@atlaskit/radio";
import SectionMessage, {SectionMessageAction} from "@atlaskit/section-message";
import Select from "@atlaskit/select";
import Tabs, {Tab, TabList, TabPanel} from "@atlaskit/tabs";
import Tag from "@atlaskit/tag";
import TextArea from "@atlaskit/textarea";
import Textfield from "@atlaskit/textfield";
import Toggle from "@atlaskit/toggle";

const TASKS = [["Leak in the shed", "Ann", "Open"], ["New rope", "Bo", "Done"], ["Paint hull", "Cy", "Open"], ["Order sails", "Di", "Late"], ["Clean the slip", "Ed", "Open"]];
const choice = label => ({label, value: label});

function App() {
  const [count, setCount] = useState(0), [open, setOpen] = useState(true);
  const go = () => setCount(count + 1);
  const head = {cells: [["key", "Key"], ["name", "Task"], ["who", "Who"], ["state", "State"], ["do", ""]].map(([key, content]) => ({key, content, isSortable: key !== "do"}))};
  const rows = TASKS.map(([name, who, state], n) => ({key: name, cells: [{key: n, content: <a href={`#B-${n + 1}`}>B-{n + 1}</a>}, {key: name, content: name}, {key: who, content: who}, {key: state, content: <Lozenge>{state}</Lozenge>}, {key: "do" + n, content: <Button spacing="compact" appearance="subtle" onClick={go}>Edit</Button>}]}));
  return <div style={{padding: "10px 24px", height: 800, boxSizing: "border-box", overflow: "hidden"}}>
    <Breadcrumbs><BreadcrumbsItem href="#yard" text="Boatyard" /><BreadcrumbsItem href="#tasks" text="Tasks" /></Breadcrumbs>
    <div style={{display: "flex", gap: 8, margin: "8px 0"}}><Button appearance="primary" iconBefore={AddIcon} onClick={() => setOpen(true)}>New task</Button><IconButton icon={SettingsIcon} label="Settings" onClick={go} /><DropdownMenu trigger="Export"><DropdownItemGroup><DropdownItem>Table</DropdownItem></DropdownItemGroup></DropdownMenu></div>
    <SectionMessage title="The slip is closed" actions={[<SectionMessageAction key="a" href="#why">Read why</SectionMessageAction>]}>Until Friday.</SectionMessage>
    <Tabs id="tabs"><TabList><Tab>All tasks</Tab><Tab>Mine</Tab></TabList><TabPanel><div style={{width: "100%"}}><DynamicTable head={head} rows={rows} rowsPerPage={4} defaultPage={1} defaultSortKey="key" defaultSortOrder="ASC" /></div></TabPanel><TabPanel>None</TabPanel></Tabs>
    <ModalTransition>{open && <Modal onClose={() => setOpen(false)} width="medium"><ModalHeader hasCloseButton><ModalTitle>New task</ModalTitle></ModalHeader><ModalBody>
      <Field name="name" label="Name" isRequired>{({fieldProps}) => <Textfield {...fieldProps} />}</Field>
      <Field name="kind" label="Kind" defaultValue={choice("Repair")}>{({fieldProps}) => <Select {...fieldProps} options={["Repair", "Order"].map(choice)} />}</Field>
      <Field name="who" label="Hands" defaultValue={[choice("Ann"), choice("Bo")]}>{({fieldProps}) => <Select {...fieldProps} isMulti options={["Ann", "Bo", "Cy"].map(choice)} />}</Field>
      <Field name="way" label="Where" defaultValue="shed">{({fieldProps}) => <RadioGroup {...fieldProps} options={[{name: "way", value: "shed", label: "Shed"}, {name: "way", value: "slip", label: "Slip"}]} />}</Field>
      <Checkbox label="Needs the crane" defaultChecked name="crane" /><Checkbox label="Needs a diver" name="diver" />
      <div><label htmlFor="tell">Tell the owner</label><Toggle id="tell" defaultChecked /></div>
      <div><Tag text="hull" removeButtonLabel="Remove hull" /><Tag text="wood" href="#wood" isRemovable={false} /></div>
      <TextArea placeholder="What is to be done" minimumRows={2} resize="none" /></ModalBody><ModalFooter><Button appearance="subtle" onClick={() => setOpen(false)}>Cancel</Button><Button isDisabled>Save as draft</Button><Button appearance="primary" onClick={go}>Create</Button></ModalFooter></Modal>}</ModalTransition></div>;
}
setGlobalTheme({colorMode: "light"});
createRoot(document.querySelector("#root")).render(<App />);
setTimeout(() => { document.body.dataset.ready = 1; }, 2500);
