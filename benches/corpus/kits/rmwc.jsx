import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import * as R from "rmwc";
import "rmwc/styles";
import "@material/chips/dist/mdc.chips.css";
import "material-icons/iconfont/material-icons.css";

const {Button, Checkbox, Chip, ChipSet, CollapsibleList, DataTable, DataTableBody, DataTableCell, DataTableContent, DataTableHead, DataTableHeadCell, DataTableRow, Drawer, DrawerContent, DrawerHeader, DrawerTitle, Fab, IconButton, List, ListItem, ListItemGraphic, MenuItem, Radio, RMWCProvider, Segment, SegmentedButton, Select, SimpleListItem, SimpleMenu, Slider, Switch, Tab, TabBar, TextField, TopAppBar, TopAppBarActionItem, TopAppBarFixedAdjust, TopAppBarNavigationIcon, TopAppBarRow, TopAppBarSection, TopAppBarTitle} = R;
const ROWS = [["نان سنگک", "۱۲", "گرم"], ["بربری", "۸", "سرد"], ["لواش", "۳۰", "گرم"]];
function Bakery() {
  const [tab, setTab] = useState(0), [kind, setKind] = useState("b"), [ticks, setTicks] = useState({1: true, a: true}), [way, setWay] = useState("shop"), [on, setOn] = useState(true), [part, setPart] = useState("week"), [heat, setHeat] = useState(30), [open, setOpen] = useState(true), [tags, setTags] = useState(["تازه", "کنجدی"]), [sort, setSort] = useState(1), [pressed, press] = useState(0);
  const go = () => press(pressed + 1), tick = key => ({checked: !!ticks[key], onChange: e => setTicks({...ticks, [key]: e.currentTarget.checked})});
  return <RMWCProvider><TopAppBar dense style={{position: "static"}}><TopAppBarRow><TopAppBarSection alignStart><TopAppBarNavigationIcon icon="menu" onClick={go} /><TopAppBarTitle>نانوایی</TopAppBarTitle></TopAppBarSection><TopAppBarSection alignEnd><TopAppBarActionItem icon="search" aria-label="جستجو" onClick={go} /><TopAppBarActionItem icon="notifications" onClick={go} /></TopAppBarSection></TopAppBarRow></TopAppBar>
    <div className="page"><Drawer style={{height: 740}}><DrawerContent><List><ListItem activated><ListItemGraphic icon="list" />سفارش‌ها</ListItem><ListItem><ListItemGraphic icon="store" />انبار</ListItem><CollapsibleList handle={<SimpleListItem text="گزارش‌ها" graphic="assessment" metaIcon="chevron_right" />} defaultOpen><SimpleListItem text="روزانه" /><SimpleListItem text="ماهانه" /></CollapsibleList><CollapsibleList handle={<SimpleListItem text="تنظیمات" graphic="settings" metaIcon="chevron_right" />}><SimpleListItem text="کاربران" /></CollapsibleList></List></DrawerContent></Drawer>
    <div style={{width: 560}}><TabBar activeTabIndex={tab} onActivate={e => setTab(e.detail.index)}><Tab>همه</Tab><Tab>آماده</Tab><Tab>لغو شده</Tab></TabBar>
      <DataTable style={{width: "100%", marginTop: 10}}><DataTableContent><DataTableHead><DataTableRow><DataTableHeadCell hasFormControl><Checkbox {...tick("all")} /></DataTableHeadCell><DataTableHeadCell sort={sort} onSortChange={setSort}>نان</DataTableHeadCell><DataTableHeadCell alignEnd sort={0} onSortChange={go}>شمار</DataTableHeadCell><DataTableHeadCell>حال</DataTableHeadCell><DataTableHeadCell></DataTableHeadCell></DataTableRow></DataTableHead><DataTableBody>{ROWS.map(([what, many, how], n) => <DataTableRow key={what} selected={!!ticks[n]}><DataTableCell hasFormControl><Checkbox {...tick(n)} /></DataTableCell><DataTableCell><a href={`#${n}`}>{what}</a></DataTableCell><DataTableCell alignEnd>{many}</DataTableCell><DataTableCell>{how}</DataTableCell><DataTableCell><IconButton icon="edit" onClick={go} /><IconButton icon="delete" disabled={n === 2} onClick={go} /></DataTableCell></DataTableRow>)}</DataTableBody></DataTableContent></DataTable>
      <ChipSet input style={{marginTop: 8}}>{tags.map(one => <Chip key={one} label={one} trailingIcon="close" onRemove={() => setTags(tags.filter(t => t !== one))} />)}</ChipSet><ChipSet filter><Chip selected checkmark label="امروز" onInteraction={go} /><Chip checkmark label="فردا" onInteraction={go} /></ChipSet>
      <div className="row" style={{justifyContent: "flex-end"}}><SimpleMenu open={open} onClose={() => setOpen(false)} handle={<Button onClick={() => setOpen(!open)}>بیشتر</Button>}><MenuItem>چاپ</MenuItem><MenuItem>کپی</MenuItem><MenuItem disabled>حذف</MenuItem></SimpleMenu><Button outlined onClick={go}>انصراف</Button><Button raised onClick={go}>ثبت</Button></div></div>
    <div style={{width: 400}}><div className="row"><TextField outlined label="نام" value="مریم" onChange={go} /><TextField outlined label="روز" type="date" value="2026-03-18" onChange={go} /></div>
      <div className="row"><Select outlined label="نان" value={kind} onChange={e => setKind(e.currentTarget.value)} options={[{label: "بربری", value: "b"}, {label: "لواش", value: "l"}]} /><TextField outlined label="تلفن" trailingIcon={{icon: "close", tabIndex: 0, onClick: go}} /></div>
      <SegmentedButton selectType="single">{[["day", "روز"], ["week", "هفته"], ["month", "ماه"]].map(([value, label]) => <Segment key={value} value={value} label={label} selected={part === value} onClick={() => setPart(value)} />)}</SegmentedButton>
      <div className="row"><Checkbox label="کنجد" {...tick("a")} /><Checkbox label="نمک" {...tick("b")} /><Checkbox label="پاکت" disabled /></div>
      <div className="row"><Radio name="w" value="shop" checked={way === "shop"} onChange={() => setWay("shop")}>در مغازه</Radio><Radio name="w" value="bike" checked={way === "bike"} onChange={() => setWay("bike")}>با پیک</Radio></div>
      <div className="row"><Switch checked={on} onClick={() => setOn(!on)} label="باز است" /></div><Slider value={heat} onInput={e => setHeat(e.detail.value)} min={0} max={100} />
      <TextField textarea outlined label="یادداشت" rows={2} style={{width: "100%"}} /><Fab icon="add" mini onClick={go} style={{marginTop: 12}} /></div></div></RMWCProvider>;
}
const style = document.createElement("style");
style.textContent = "body{font-family:sans-serif}.page{display:flex;gap:22px;height:752px;overflow:hidden}.row{display:flex;gap:12px;align-items:center;margin:10px 0}";
document.head.append(style);
document.documentElement.dir = "rtl";
document.documentElement.lang = "fa";
createRoot(document.querySelector("#root")).render(<Bakery />);
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
