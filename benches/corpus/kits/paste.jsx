import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Theme} from "@twilio-paste/core/theme";
import {Anchor} from "@twilio-paste/core/anchor";
import {Box} from "@twilio-paste/core/box";
import {Breadcrumb, BreadcrumbItem} from "@twilio-paste/core/breadcrumb";
import {Button} from "@twilio-paste/core/button";
import {Checkbox, CheckboxGroup} from "@twilio-paste/core/checkbox";
import {Combobox} from "@twilio-paste/core/combobox";
import {DatePicker} from "@twilio-paste/core/date-picker";
import {Disclosure, DisclosureContent, DisclosureHeading} from "@twilio-paste/core/disclosure";
import {FormPill, FormPillGroup, useFormPillState} from "@twilio-paste/core/form-pill-group";
import {HelpText} from "@twilio-paste/core/help-text";
import {Input} from "@twilio-paste/core/input";
import {Label} from "@twilio-paste/core/label";
import {Modal, ModalBody, ModalFooter, ModalFooterActions, ModalHeader, ModalHeading} from "@twilio-paste/core/modal";
import {Radio, RadioGroup} from "@twilio-paste/core/radio-group";
import {RadioButton, RadioButtonGroup} from "@twilio-paste/core/radio-button-group";
import {Option, Select} from "@twilio-paste/core/select";
import {Switch} from "@twilio-paste/core/switch";
import {Tab, TabList, TabPanel, TabPanels, Tabs} from "@twilio-paste/core/tabs";
import {TextArea} from "@twilio-paste/core/textarea";
import {TimePicker} from "@twilio-paste/core/time-picker";

const ROOMS = ["Small hall", "Large hall", "Kitchen", "Garden"];
const Pair = ({children}) => <Box display="grid" gridTemplateColumns="1fr 1fr" columnGap="space50" marginBottom="space50">{children}</Box>;

function Guests() {
  const state = useFormPillState();
  const [guests, setGuests] = useState(["Choir", "Chess club", "Bakers"]);
  return <FormPillGroup {...state} aria-label="Who comes">{guests.map(each => <FormPill key={each} {...state} onDismiss={() => setGuests(guests.filter(other => other !== each))}>{each}</FormPill>)}</FormPillGroup>;
}

function Page() {
  const [open, setOpen] = useState(true), [said, setSaid] = useState("");
  return <Box padding="space60">
    <Breadcrumb><BreadcrumbItem href="#town">Town</BreadcrumbItem><BreadcrumbItem href="#halls">Halls</BreadcrumbItem><BreadcrumbItem>Bookings</BreadcrumbItem></Breadcrumb>
    <Box display="flex" columnGap="space40" marginY="space50"><Button variant="primary" onClick={() => setOpen(true)}>New booking</Button><Button variant="secondary">Print</Button></Box>
    {ROOMS.map(each => <Box key={each} paddingY="space40"><Anchor href={`#${each}`}>{each}</Anchor></Box>)}<p>{said}</p>
    <Modal ariaLabelledby="title" isOpen={open} onDismiss={() => setOpen(false)} size="wide">
      <ModalHeader><ModalHeading as="h3" id="title">Book a hall</ModalHeading></ModalHeader>
      <ModalBody>
        <Tabs baseId="steps" selectedId="when"><TabList aria-label="Steps"><Tab id="who">Who</Tab><Tab id="when">When</Tab><Tab id="pay">Pay</Tab><Tab id="keys" disabled>Keys</Tab></TabList>
          <TabPanels><TabPanel><p>Nobody yet.</p></TabPanel><TabPanel>
            <Pair><Box><Label htmlFor="name" required>Name of the feast</Label><Input id="name" type="text" placeholder="Such as Spring feast"/></Box><Combobox items={ROOMS} labelText="Room" initialSelectedItem="Small hall"/></Pair>
            <Box display="grid" gridTemplateColumns="1fr 1fr 1fr 1fr" columnGap="space50" marginBottom="space50"><Box><Label htmlFor="day">Day</Label><DatePicker id="day" defaultValue="2026-06-20"/></Box><Box><Label htmlFor="time">From</Label><TimePicker id="time" defaultValue="18:00"/></Box><Box><Label htmlFor="count">Guests</Label><Input id="count" type="number" defaultValue="40"/></Box><Box><Label htmlFor="kind">Kind</Label><Select id="kind"><Option value="meal">Meal</Option><Option value="talk">Talk</Option><Option value="dance">Dance</Option></Select></Box></Box>
            <Box display="grid" gridTemplateColumns="1fr 1fr 1fr" columnGap="space50" marginBottom="space50">
              <RadioGroup name="chairs" legend="Chairs" defaultValue="rows"><Radio id="rows" value="rows">In rows</Radio><Radio id="round" value="round">In a circle</Radio><Radio id="none" value="none" disabled>None</Radio></RadioGroup>
              <CheckboxGroup name="things" legend="Needed"><Checkbox id="stage" defaultChecked>A stage</Checkbox><Checkbox id="light">Lights</Checkbox><Checkbox id="ramp">A ramp</Checkbox></CheckboxGroup>
              <Box><Switch>Heat the hall</Switch><Box marginTop="space40"><Label as="div">Who comes</Label><Guests/></Box></Box></Box>
            <Box marginBottom="space50"><RadioButtonGroup name="notice" legend="Tell us by" defaultValue="mail" orientation="horizontal"><RadioButton value="mail">Mail</RadioButton><RadioButton value="phone">Phone</RadioButton><RadioButton value="post">Post</RadioButton></RadioButtonGroup></Box>
            <Label htmlFor="wish">Wishes</Label><TextArea id="wish" placeholder="Anything else"/><HelpText>Read <Anchor href="#rules">the rules of the house</Anchor>.</HelpText>
            <Box marginTop="space40"><Disclosure variant="contained"><DisclosureHeading as="h4" variant="heading50">What it costs</DisclosureHeading><DisclosureContent>Nothing on weekdays.</DisclosureContent></Disclosure></Box>
          </TabPanel><TabPanel><p>Later.</p></TabPanel></TabPanels></Tabs>
      </ModalBody>
      <ModalFooter><ModalFooterActions justify="start"><Button variant="destructive_link" onClick={() => setSaid("deleted")}>Throw away</Button></ModalFooterActions><ModalFooterActions><Button variant="secondary" onClick={() => setOpen(false)}>Cancel</Button><Button variant="primary" onClick={() => setSaid("booked")}>Book it</Button></ModalFooterActions></ModalFooter>
    </Modal></Box>;
}
createRoot(document.querySelector("#root")).render(<Theme.Provider theme="default"><Page/></Theme.Provider>);
setTimeout(() => { document.body.dataset.ready = 1; }, 1600);
