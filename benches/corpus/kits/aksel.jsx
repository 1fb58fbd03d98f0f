import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {ErrorSummary, TextField, Textarea, Select, DatePicker, useDatepicker, Radio, RadioGroup, Checkbox, CheckboxGroup, UNSAFE_Combobox as Combobox, Button, Stepper, ReadMore, ExpansionCard, Chips, ToggleGroup, HelpText, InternalHeader, Spacer, Switch, Link, Search, Alert} from "@navikt/ds-react";
import "@navikt/ds-css";

function Application() {
  const [view, setView] = useState("skjema"), [how, setHow] = useState(["kveld"]), [care, setCare] = useState(true);
  const {datepickerProps, inputProps} = useDatepicker({defaultSelected: new Date(2026, 2, 18)});
  return <><InternalHeader><InternalHeader.Title href="#hjem">Barnehage</InternalHeader.Title><div style={{alignSelf: "center", width: 220, paddingInline: 12}}><Search label="Søk" size="small" variant="simple" placeholder="Søk" /></div><Spacer /><InternalHeader.Button>Hjelp</InternalHeader.Button><InternalHeader.UserButton name="Kari Nordmann" description="Oslo" as="button" /></InternalHeader>
    <div style={{display: "grid", gridTemplateColumns: "230px 1fr 1fr", gap: 28, padding: "14px 24px", alignItems: "start"}}>
      <div><Stepper activeStep={2} onStepChange={() => 0}><Stepper.Step href="#1" completed>Om barnet</Stepper.Step><Stepper.Step href="#2">Plass</Stepper.Step><Stepper.Step href="#3">Vedlegg</Stepper.Step><Stepper.Step href="#4" interactive={false}>Kvittering</Stepper.Step></Stepper>
        <ToggleGroup size="small" value={view} onChange={setView} style={{marginTop: 12}}><ToggleGroup.Item value="skjema">Skjema</ToggleGroup.Item><ToggleGroup.Item value="svar">Svar</ToggleGroup.Item></ToggleGroup>
        <Chips size="small" style={{marginTop: 16}}><Chips.Removable>Nord</Chips.Removable><Chips.Removable>Sentrum</Chips.Removable><Chips.Toggle selected>Søsken</Chips.Toggle><Chips.Toggle>Ny</Chips.Toggle></Chips>
        <ExpansionCard size="small" aria-label="Priser" style={{marginTop: 16}}><ExpansionCard.Header><ExpansionCard.Title size="small">Priser</ExpansionCard.Title></ExpansionCard.Header><ExpansionCard.Content>3 000 kr</ExpansionCard.Content></ExpansionCard>
        <Alert size="small" variant="warning" closeButton style={{marginTop: 16}}>Fristen er 1. mars.</Alert></div>
      <div style={{display: "grid", gap: 14}}><ErrorSummary heading="Du må rette to feil:" size="small"><ErrorSummary.Item href="#navn">Navnet mangler</ErrorSummary.Item><ErrorSummary.Item href="#tlf">Nummeret har åtte sifre</ErrorSummary.Item></ErrorSummary>
        <TextField id="navn" size="small" label="Barnets navn" error="Navnet mangler" />
        <TextField id="tlf" size="small" label="Telefon" defaultValue="12 34" error="Nummeret har åtte sifre" />
        <Textarea size="small" label="Melding" maxLength={200} minRows={2} defaultValue="Vi flytter i mai." />
        <ReadMore size="small" header="Hvorfor spør vi om dette?" defaultOpen>Slik at vi kan ringe deg.</ReadMore>
        <div style={{display: "flex", gap: 12}}><Button size="small">Neste</Button><Button size="small" variant="secondary">Forrige</Button><Button size="small" variant="tertiary">Avbryt</Button></div></div>
      <div style={{display: "grid", gap: 14}}><Select size="small" label="Barnehage" defaultValue="b"><option value="a">Solsiden</option><option value="b">Bjerka</option></Select>
        <DatePicker {...datepickerProps}><DatePicker.Input {...inputProps} size="small" label="Fra dato" /></DatePicker>
        <Combobox size="small" label="Språk hjemme" options={["norsk", "samisk", "polsk"]} isMultiSelect selectedOptions={["norsk", "polsk"]} />
        <RadioGroup size="small" legend="Plass" defaultValue="hel"><Radio value="hel">Hel uke</Radio><Radio value="halv">Tre dager</Radio></RadioGroup>
        <CheckboxGroup size="small" legend="Åpent" value={how} onChange={setHow} error="Velg minst to"><Checkbox value="morgen">Fra klokka sju</Checkbox><Checkbox value="kveld">Til klokka seks</Checkbox><Checkbox value="natt" disabled>Om natten</Checkbox></CheckboxGroup>
        <div style={{display: "flex", alignItems: "center", gap: 8}}><Switch size="small" checked={care} onChange={() => setCare(!care)}>Søsken går der</Switch><HelpText title="Hva er søsken?">Alle under samme tak.</HelpText></div>
        <span><Link href="#vilkar">Les vilkårene</Link></span></div></div></>;
}
document.documentElement.lang = "no";
createRoot(document.querySelector("#root")).render(<Application />);
setTimeout(() => { document.body.dataset.ready = 1; }, 800);
