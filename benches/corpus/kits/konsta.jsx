import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {App, Page, Navbar, NavbarBackLink, Link, Segmented, SegmentedButton, List, ListItem, ListInput, Stepper, Toggle, Checkbox, Radio, Range, Block, Chip, Button, Fab, Tabbar, TabbarLink, ToolbarPane} from "konsta/react";

function Trips() {
  const [tab, setTab] = useState("trips"), [soon, setSoon] = useState(true), [seats, setSeats] = useState(2), [quiet, setQuiet] = useState(true), [bike, setBike] = useState(false), [kind, setKind] = useState("bus"), [far, setFar] = useState(30), [goal, setGoal] = useState("Porto");
  return <App theme="material" safeAreas={false}><Page>
    <Navbar title="Reisen" left={<NavbarBackLink text="Zurück" onClick={() => setTab("trips")} />} right={<Link iconOnly href="#teilen" aria-label="Teilen">⇪</Link>} subnavbar={<Segmented strong><SegmentedButton strong active={soon} onClick={() => setSoon(true)}>Bald</SegmentedButton><SegmentedButton strong active={!soon} onClick={() => setSoon(false)}>Früher</SegmentedButton></Segmented>} />
    <List strong inset className="!my-2"><ListItem link href="#lissabon" title="Lissabon" after="18. März" subtitle="Zug, 2 Plätze" /><ListItem link href="#alesund" title="Ålesund" after="4. Mai" media="⛴" /></List>
    <List strong inset className="!my-2">
      <ListInput outline label="Ziel" type="text" value={goal} onChange={e => setGoal(e.target.value)} clearButton onClear={() => setGoal("")} placeholder="Wohin" />
      <ListInput outline label="Tag" type="date" defaultValue="2026-03-18" />
      <ListItem title="Plätze" after={<Stepper value={seats} onPlus={() => setSeats(seats + 1)} onMinus={() => setSeats(seats - 1)} />} />
      <ListItem label title="Ruhiger Wagen" after={<Toggle checked={quiet} onChange={() => setQuiet(!quiet)} />} />
      <ListItem label title="Fahrrad dabei" media={<Checkbox checked={bike} onChange={() => setBike(!bike)} />} />
      <ListItem label title="Mit dem Bus" media={<Radio name="k" checked={kind === "bus"} onChange={() => setKind("bus")} />} />
      <ListItem label title="Mit dem Zug" media={<Radio name="k" checked={kind === "train"} onChange={() => setKind("train")} />} />
      <ListItem innerChildren={<Range value={far} onChange={e => setFar(+e.target.value)} />} />
    </List>
    <Block className="!my-2 flex gap-2"><Chip deleteButton onDelete={() => 0}>Meer</Chip><Chip outline deleteButton onDelete={() => 0}>Berge</Chip><Button inline outline rounded small>Filter</Button></Block>
    <Block className="!mt-2 !mb-24 flex gap-2"><Button>Suchen</Button><Button tonal>Merken</Button></Block>
    <Fab className="fixed right-4 bottom-24 z-20" icon={<span>+</span>} aria-label="Neue Reise" />
    <Tabbar labels className="left-0 bottom-0 fixed"><ToolbarPane><TabbarLink active={tab === "trips"} onClick={() => setTab("trips")} label="Reisen" /><TabbarLink active={tab === "map"} onClick={() => setTab("map")} label="Karte" /><TabbarLink active={tab === "me"} onClick={() => setTab("me")} label="Ich" /></ToolbarPane></Tabbar>
  </Page></App>;
}
const phone = document.createElement("meta"); phone.name = "viewport"; phone.content = "width=device-width,initial-scale=1"; document.head.append(phone);
createRoot(document.querySelector("#root")).render(<Trips />);
setTimeout(() => { document.body.dataset.ready = 1; }, 500);
