import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {AppRoot, List, Section, Cell, Chip, SegmentedControl, Tabbar, Switch, Checkbox, Radio, Multiselectable, Input, Banner, Accordion, Avatar, Button, IconButton, Badge} from "@telegram-apps/telegram-ui";
import "@telegram-apps/telegram-ui/dist/styles.css";

const Sign = ({d}) => <svg width={24} height={24} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={2}><path d={d} /></svg>;
const BELL = "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20h4", GLASS = "M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM16 16l5 5", CLIP = "M7 12l6-6a3 3 0 0 1 4 4l-8 8a5 5 0 0 1-7-7l8-8", CHAT = "M4 5h16v11H9l-5 4z", GEAR = "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM12 2v4M12 18v4M2 12h4M18 12h4";
function Club() {
  const [part, setPart] = useState("all"), [foot, setFoot] = useState("chats"), [loud, setLoud] = useState(true), [open, setOpen] = useState(true), [kind, setKind] = useState("run"), [days, setDays] = useState(["mon"]), [far, setFar] = useState(40), [gone, setGone] = useState(false), [tag, setTag] = useState("near");
  const flip = day => setDays(days.includes(day) ? days.filter(d => d !== day) : [...days, day]);
  return <AppRoot appearance="dark" platform="base"><div style={{height: "100vh", overflow: "hidden", background: "var(--tgui--secondary_bg_color)", paddingBottom: 60, boxSizing: "border-box"}}>
    <div style={{display: "flex", alignItems: "center", padding: "4px 12px", gap: 8}}><IconButton mode="plain" size="s" aria-label="Search"><Sign d={GLASS} /></IconButton><b style={{flex: 1, color: "var(--tgui--text_color)"}}>Runners</b><IconButton mode="bezeled" size="s"><Sign d={BELL} /></IconButton></div>
    {!gone && <Banner type="section" header="Fair on Sunday" onCloseIcon={() => setGone(true)}><Button size="s">Join</Button><Button size="s" mode="plain">Later</Button></Banner>}
    <div style={{padding: "6px 12px"}}><SegmentedControl>{["all", "mine", "old"].map(one => <SegmentedControl.Item key={one} selected={part === one} onClick={() => setPart(one)}>{one}</SegmentedControl.Item>)}</SegmentedControl></div>
    <div style={{display: "flex", gap: 8, padding: "4px 12px"}}>{["near", "slow", "early"].map(one => <Chip key={one} mode={tag === one ? "mono" : "elevated"} onClick={() => setTag(one)}>{one}</Chip>)}</div>
    <Section><Cell before={<Avatar size={40} acronym="AN" />} after={<Badge type="number">3</Badge>} subtitle="At the bridge, 7:00" onClick={() => setFar(10)}>Ann</Cell>
      <Cell Component="label" after={<Switch checked={loud} onChange={() => setLoud(!loud)} />} multiline>Ring for news</Cell>
      <Cell Component="label" before={<Radio name="k" checked={kind === "run"} onChange={() => setKind("run")} />}>Run</Cell>
      <Cell Component="label" before={<Radio name="k" checked={kind === "walk"} onChange={() => setKind("walk")} />}>Walk</Cell></Section>
    <Accordion expanded={open} onChange={setOpen}><Accordion.Summary>Days</Accordion.Summary><Accordion.Content>
      <Cell Component="label" before={<Checkbox checked={days.includes("mon")} onChange={() => flip("mon")} />}>Monday</Cell>
      <Cell Component="label" before={<Multiselectable checked={days.includes("fri")} onChange={() => flip("fri")} />}>Friday</Cell></Accordion.Content></Accordion>
    <div style={{position: "fixed", bottom: 78, left: 0, right: 0, background: "var(--tgui--bg_color)", display: "flex", alignItems: "center"}}><div style={{flex: 1}}><Input placeholder="Write a word" after={<IconButton mode="plain" size="s" aria-label="Attach"><Sign d={CLIP} /></IconButton>} /></div><Button size="m" style={{marginRight: 12}}>Send</Button></div>
    <Tabbar>{[["chats", "Chats", CHAT], ["bell", "News", BELL], ["set", "Settings", GEAR]].map(([id, text, d]) => <Tabbar.Item key={id} text={text} selected={foot === id} onClick={() => setFoot(id)}><Sign d={d} /></Tabbar.Item>)}</Tabbar>
  </div></AppRoot>;
}
const phone = document.createElement("meta"); phone.name = "viewport"; phone.content = "width=device-width,initial-scale=1"; document.head.append(phone);
createRoot(document.querySelector("#root")).render(<Club />);
setTimeout(() => { document.body.dataset.ready = 1; }, 800);
