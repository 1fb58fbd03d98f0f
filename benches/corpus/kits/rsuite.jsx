import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {CustomProvider, Sidenav, Nav, Table, Checkbox, Tree, TagPicker, DatePicker, Pagination, Toggle, Rate, Slider, Steps, Uploader, Button, ButtonToolbar, IconButton, Input, InputGroup, SelectPicker, Breadcrumb, Tag, TagGroup, Panel, Accordion, RadioGroup, Radio, Dropdown} from "rsuite";
import {arEG} from "rsuite/locales";
import "rsuite/dist/rsuite.css";

const {Column, HeaderCell, Cell} = Table;
const rows = [["أمل", "شاي أسام", 7], ["بدر", "إبريق", 23], ["جميلة", "سينشا", 9], ["داود", "كوب", 4]].map(([who, good, sum], id) => ({id, who, good, sum}));
const tree = [{label: "شاي", value: 1, children: [{label: "أخضر", value: 2}, {label: "أسود", value: 3}]}, {label: "أباريق", value: 4, children: [{label: "طين", value: 5}]}];
const App = () => {
  const [sort, setSort] = useState(["who", "asc"]);
  const [page, setPage] = useState(1);
  return <CustomProvider rtl locale={arEG}><div style={{display: "flex", gap: 16, padding: 12}}>
    <div style={{width: 200}}><Sidenav defaultOpenKeys={["2"]} appearance="subtle"><Sidenav.Body><Nav activeKey="1"><Nav.Item eventKey="1">الطلبات</Nav.Item><Nav.Item eventKey="3">العملاء</Nav.Item>
      <Nav.Menu eventKey="2" title="الإعدادات"><Nav.Item eventKey="2-1">عام</Nav.Item><Nav.Item eventKey="2-2">البريد</Nav.Item></Nav.Menu></Nav></Sidenav.Body></Sidenav>
      <Tree data={tree} defaultExpandAll searchable height={260} /></div>
    <div style={{flex: 1}}>
      <Breadcrumb><Breadcrumb.Item href="#home">الرئيسية</Breadcrumb.Item><Breadcrumb.Item active>الطلبات</Breadcrumb.Item></Breadcrumb>
      <ButtonToolbar><Button appearance="primary">طلب جديد</Button><Button>تصدير</Button><Dropdown title="المزيد"><Dropdown.Item>حذف</Dropdown.Item></Dropdown><Toggle defaultChecked>مدفوع</Toggle></ButtonToolbar><br />
      <div style={{display: "flex", gap: 12}}><InputGroup style={{width: 220}}><Input placeholder="بحث" /><InputGroup.Button aria-label="ابحث">🔍</InputGroup.Button></InputGroup>
        <SelectPicker data={[{label: "مفتوح", value: 1}, {label: "مغلق", value: 2}]} style={{width: 160}} defaultValue={1} searchable={false} /><TagPicker data={tree} style={{width: 240}} defaultValue={[1, 4]} /><DatePicker defaultValue={new Date(2026, 2, 11)} style={{width: 180}} /></div><br />
      <Table data={rows} height={230} bordered sortColumn={sort[0]} sortType={sort[1]} onSortColumn={(c, t) => setSort([c, t])}>
        <Column width={60}><HeaderCell><Checkbox aria-label="الكل" /></HeaderCell><Cell>{row => <Checkbox aria-label={row.who} />}</Cell></Column>
        <Column flexGrow={1} sortable><HeaderCell>العميل</HeaderCell><Cell dataKey="who" /></Column><Column flexGrow={1} sortable><HeaderCell>السلعة</HeaderCell><Cell dataKey="good" /></Column><Column width={100}><HeaderCell>المبلغ</HeaderCell><Cell dataKey="sum" /></Column>
        <Column width={140}><HeaderCell>إجراء</HeaderCell><Cell style={{padding: 6}}>{row => <><Button size="sm" appearance="link">تعديل</Button><Button size="sm" appearance="link" color="red">حذف</Button></>}</Cell></Column></Table>
      <Pagination prev next first last pages={6} activePage={page} onChangePage={setPage} /><br />
      <div style={{display: "flex", gap: 30, alignItems: "center"}}><Rate defaultValue={3} /><div style={{width: 200}}><Slider defaultValue={40} /></div><RadioGroup inline name="r" defaultValue="a"><Radio value="a">بريد</Radio><Radio value="b">متجر</Radio></RadioGroup></div>
      <TagGroup><Tag closable>هدية</Tag><Tag closable>عاجل</Tag><Tag>جديد</Tag></TagGroup>
      <Accordion bordered defaultActiveKey={1}><Accordion.Panel header="العنوان" eventKey={1}>شارع النيل</Accordion.Panel><Accordion.Panel header="ملاحظات" eventKey={2}>لا شيء</Accordion.Panel></Accordion>
    </div></div></CustomProvider>;
};
document.documentElement.lang = "ar"; document.documentElement.dir = "rtl";
createRoot(document.querySelector("#root")).render(<App />);
