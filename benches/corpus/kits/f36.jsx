import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Autocomplete, Badge, Button, Checkbox, Datepicker, Flex, FormControl, GlobalStyles, IconButton, Menu, Modal, Note, Pill, Radio, Select, Stack, Switch, Tabs, Text, TextInput, Textarea, TextLink, ToggleButton} from "@contentful/f36-components";
import {CalendarBlankIcon as Calendar, ImageSquareIcon as Picture, TextBIcon as Bold, TextItalicIcon as Slanted, LinkSimpleIcon as Link, DotsThreeIcon as More} from "@contentful/f36-icons";

const SHELVES = ["Garden", "Kitchen", "Tools", "Toys"];

function Page() {
  const [open, setOpen] = useState(true), [tags, setTags] = useState(["wood", "used", "small"]), [bold, setBold] = useState(false), [day, setDay] = useState(new Date(2026, 5, 16)), [said, setSaid] = useState(""), [kept, setKept] = useState(true), [way, setWay] = useState("give");
  return <div style={{padding: 16}}>
    <GlobalStyles/>
    <Flex gap="spacingS"><Button variant="primary" onClick={() => setOpen(true)}>New notice</Button><Button>My notices</Button><TextLink href="#help">Help</TextLink></Flex>
    {SHELVES.map(each => <p key={each}><TextLink href={`#${each}`}>{each}</TextLink> <Badge>new</Badge></p>)}<Text>{said}</Text>
    <Modal isShown={open} onClose={() => setOpen(false)} size="large" allowHeightOverflow>{() => <>
      <Modal.Header title="Notice for the board" onClose={() => setOpen(false)}/>
      <Modal.Content>
        <Tabs currentTab="text"><Tabs.List aria-label="Parts"><Tabs.Tab panelId="text">Text</Tabs.Tab><Tabs.Tab panelId="place">Place</Tabs.Tab><Tabs.Tab panelId="look">Look</Tabs.Tab></Tabs.List></Tabs>
        <Flex gap="spacingM" marginTop="spacingS"><FormControl isRequired style={{flex: 2}} marginBottom="spacingS"><FormControl.Label>What</FormControl.Label><TextInput placeholder="Such as a ladder" maxLength={60}/></FormControl>
          <FormControl style={{flex: 1}} marginBottom="spacingS"><FormControl.Label>Shelf</FormControl.Label><Select defaultValue="Tools">{SHELVES.map(each => <Select.Option key={each} value={each}>{each}</Select.Option>)}</Select></FormControl></Flex>
        <Flex gap="spacingM"><FormControl style={{flex: 1}} marginBottom="spacingS"><FormControl.Label>Until</FormControl.Label><Datepicker selected={day} onSelect={setDay}/></FormControl>
          <FormControl style={{flex: 1}} marginBottom="spacingS"><FormControl.Label>Street</FormControl.Label><Autocomplete items={["Mill Lane", "Quay", "Church Row"]} onSelectItem={setSaid} placeholder="Search a street"/></FormControl></Flex>
        <Stack spacing="spacingXs" marginBottom="spacingXs"><ToggleButton size="small" icon={<Bold/>} aria-label="Bold" isActive={bold} onToggle={() => setBold(!bold)}/><ToggleButton size="small" icon={<Slanted/>} aria-label="Slanted" onToggle={() => setSaid("slanted")}/><IconButton size="small" variant="secondary" icon={<Link/>} aria-label="Link" onClick={() => setSaid("link")}/><IconButton size="small" variant="secondary" icon={<Picture/>} aria-label="Picture" isDisabled/>
          <Menu><Menu.Trigger><IconButton size="small" variant="secondary" icon={<More/>} aria-label="More"/></Menu.Trigger><Menu.List><Menu.Item>Table</Menu.Item></Menu.List></Menu></Stack>
        <Textarea rows={2} placeholder="How it is, and when to call" aria-label="Words"/>
        <Flex gap="spacingXl" marginTop="spacingS"><Radio.Group name="way" value={way} onChange={event => setWay(event.target.value)}><Radio value="give">Give away</Radio><Radio value="sell">Sell</Radio><Radio value="swap" isDisabled>Swap</Radio></Radio.Group>
          <Checkbox.Group name="who" defaultValue={["near"]}><Checkbox value="near">Neighbours only</Checkbox><Checkbox value="phone">Show my number</Checkbox></Checkbox.Group>
          <Switch name="kept" isChecked={kept} onChange={() => setKept(!kept)}>Keep a draft</Switch>
          <Flex gap="spacingXs" alignItems="flex-start" flexWrap="wrap">{tags.map(each => <Pill key={each} label={each} onClose={() => setTags(tags.filter(other => other !== each))}/>)}</Flex></Flex>
        <Note variant="warning" withCloseButton onClose={() => setSaid("read")} style={{marginTop: 10}}>Three notices a week. <TextLink href="#rules">Read the rules</TextLink></Note>
      </Modal.Content>
      <Modal.Controls><Button size="small" variant="transparent" onClick={() => setSaid("draft")}>Save for later</Button><Button size="small" variant="secondary" onClick={() => setOpen(false)}>Cancel</Button><Button size="small" variant="positive" onClick={() => setSaid("posted")}>Post it</Button></Modal.Controls></>}
    </Modal></div>;
}
createRoot(document.querySelector("#root")).render(<Page/>);
setTimeout(() => { document.body.dataset.ready = 1; }, 1600);
