import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {setLocaleData} from "@wordpress/i18n";
import {Button, Card, CardBody, CardHeader, CheckboxControl, DatePicker, DropdownMenu, Flex, FormTokenField, MenuGroup, MenuItem, Notice, Panel, PanelBody, PanelRow, RadioControl, RangeControl, SearchControl, SelectControl, TabPanel, TextControl, TextareaControl, ToggleControl, ToolbarGroup, ToolbarButton, Toolbar, __experimentalToggleGroupControl as ToggleGroupControl, __experimentalToggleGroupControlOption as Option, ExternalLink, ColorPalette} from "@wordpress/components";
import "@wordpress/components/build-style/style-rtl.css";
import {alignLeft, alignCenter, alignRight, formatBold, formatItalic, link, moreVertical, undo, redo, trash, pencil} from "@wordpress/icons";

document.body.style.overflow = "hidden";
document.documentElement.dir = "rtl";
document.documentElement.lang = "ar";
setLocaleData({"text direction\u0004ltr": ["rtl"], "March": ["مارس"]});
const PAGES = [["الرئيسية", "منشورة"], ["من نحن", "مسودة"], ["اتصل بنا", "منشورة"]];
const COLOURS = [["أحمر", "#b32d2e"], ["أزرق", "#2271b1"], ["أخضر", "#00a32a"]].map(([name, color]) => ({name, color}));
function Editor() {
  const [title, setTitle] = useState("أخبار المرفأ"), [text, setText] = useState("وصلت السفينة صباحا."), [find, setFind] = useState(""), [kind, setKind] = useState("page"), [on, setOn] = useState(true), [talk, setTalk] = useState(false), [who, setWho] = useState("all"), [words, setWords] = useState(["بحر", "سفن"]), [size, setSize] = useState(16), [width, setWidth] = useState("wide"), [told, setTold] = useState(true), [first, setFirst] = useState(true), [colour, setColour] = useState("#2271b1"), [bold, setBold] = useState(true), [pressed, press] = useState(0);
  const go = () => press(pressed + 1);
  return <div style={{height: 800, overflow: "hidden", background: "#f6f7f7", fontFamily: "sans-serif", fontSize: 13}}>
    <Flex style={{background: "#fff", borderBottom: "1px solid #ddd", padding: "8px 16px", boxSizing: "border-box"}}><Flex justify="flex-start" style={{width: "auto"}}><b>المرفأ</b><Button variant="tertiary" href="#pages">الصفحات</Button><Button variant="tertiary" href="#media">الوسائط</Button></Flex>
      <Flex justify="flex-end" style={{width: "auto"}}><Button icon={undo} label="تراجع" onClick={go} /><Button icon={redo} label="إعادة" disabled /><Button variant="secondary" onClick={go}>معاينة</Button><Button variant="primary" onClick={go}>نشر</Button>
        <DropdownMenu icon={moreVertical} label="خيارات" defaultOpen popoverProps={{placement: "bottom-end"}}>{() => <><MenuGroup label="العرض"><MenuItem onClick={go} role="menuitemcheckbox" isSelected>شريط الأدوات</MenuItem><MenuItem onClick={go} shortcut="Ctrl+F">ملء الشاشة</MenuItem></MenuGroup><MenuGroup><MenuItem onClick={go}>نسخ الكل</MenuItem><MenuItem disabled>استعادة</MenuItem></MenuGroup></>}</DropdownMenu></Flex></Flex>
    <Flex align="flex-start" gap={5} style={{padding: 16, boxSizing: "border-box"}}>
      <div style={{width: 300}}><Panel><PanelBody title="الملخص" initialOpen><PanelRow><SelectControl __next40pxDefaultSize label="النوع" value={kind} onChange={setKind} options={[{label: "صفحة", value: "page"}, {label: "مقالة", value: "post"}]} /></PanelRow><ToggleControl label="تظهر في القائمة" checked={on} onChange={setOn} /><ToggleControl label="التعليقات" checked={talk} onChange={setTalk} /><RadioControl label="من يراها" selected={who} onChange={setWho} options={[{label: "الجميع", value: "all"}, {label: "الأعضاء", value: "members"}]} /></PanelBody><PanelBody title="اللون" initialOpen><ColorPalette colors={COLOURS} value={colour} onChange={setColour} disableCustomColors /></PanelBody><PanelBody title="متقدم" initialOpen={false}>لا شيء</PanelBody></Panel></div>
      <div style={{flex: 1, minWidth: 0}}>{told && <Notice status="warning" onRemove={() => setTold(false)} actions={[{label: "عرض المسودة", url: "#draft"}]}>لم تحفظ الصفحة بعد.</Notice>}
        <Toolbar label="تنسيق"><ToolbarGroup><ToolbarButton icon={alignRight} label="يمين" isPressed onClick={go} /><ToolbarButton icon={alignCenter} label="وسط" onClick={go} /><ToolbarButton icon={alignLeft} label="يسار" onClick={go} /></ToolbarGroup><ToolbarGroup><ToolbarButton icon={formatBold} label="عريض" isPressed={bold} onClick={() => setBold(!bold)} /><ToolbarButton icon={formatItalic} label="مائل" onClick={go} /><ToolbarButton icon={link} label="رابط" onClick={go} /></ToolbarGroup></Toolbar>
        <div style={{marginTop: 12}}><TextControl __next40pxDefaultSize label="العنوان" value={title} onChange={setTitle} /><TextareaControl label="النص" rows={3} value={text} onChange={setText} /></div>
        <FormTokenField __next40pxDefaultSize label="الوسوم" value={words} onChange={setWords} suggestions={["ميناء"]} />
        <TabPanel tabs={[{name: "all", title: "الكل"}, {name: "draft", title: "المسودات"}, {name: "bin", title: "المهملات", disabled: true}]}>{() => <div style={{padding: "8px 0"}}>{PAGES.map(([name, state]) => <Flex key={name} style={{borderBottom: "1px solid #ddd", padding: "4px 0"}}><CheckboxControl label={name} checked={name === "من نحن" ? first : false} onChange={setFirst} /><span>{state}</span><span><Button size="small" icon={pencil} label={`تحرير ${name}`} onClick={go} /><Button size="small" icon={trash} label={`حذف ${name}`} isDestructive onClick={go} /></span></Flex>)}</div>}</TabPanel></div>
      <div style={{width: 300, paddingTop: 200}}><SearchControl label="بحث" placeholder="بحث عن صفحة" value={find} onChange={setFind} /><div style={{marginTop: 14}}><RangeControl __next40pxDefaultSize label="حجم الخط" value={size} onChange={setSize} min={10} max={40} /></div>
        <ToggleGroupControl __next40pxDefaultSize label="العرض" value={width} onChange={setWidth} isBlock><Option value="narrow" label="ضيق" /><Option value="wide" label="واسع" /></ToggleGroupControl>
        <p><ExternalLink href="https://example.org/help">المساعدة</ExternalLink></p></div></Flex></div>;
}
createRoot(document.querySelector("#root")).render(<Editor />);
setTimeout(() => { document.body.dataset.ready = 1; }, 2500);
