import {createApp} from "vue";
import * as Vexip from "vexip-ui";
import "vexip-ui/css/index.css";

const rows = [["Wren 3", "Needs air", "Ada"], ["Wren 7", "Ready", "Ben"], ["Kite 1", "Ready", "Cleo"]].map(([bike, state, who], id) => ({id, bike, state, who}));
const tree = [
  {id: 1, label: "Harbour", parent: 0, expanded: true}, {id: 2, label: "Pier 1", parent: 1}, {id: 3, label: "Pier 2", parent: 1, checked: true},
  {id: 4, label: "Old town", parent: 0, expanded: true}, {id: 5, label: "Market", parent: 4}, {id: 6, label: "Station", parent: 0}, {id: 7, label: "East side", parent: 6},
];
const app = createApp({
  data: () => ({rows, tree, tab: "bikes", find: "", name: "Wren 3", kind: "city", needs: ["bell"], way: "day", on: true, count: 2, share: 40, day: "", note: "", page: 3, told: 0, stars: 3, side: "bikes", open: ["one"], time: "08:30:00", color: "#339af0"}),
  template: `<div style="padding:10px 18px;height:800px;font-family:sans-serif;overflow:hidden;box-sizing:border-box">
  <div style="display:flex;align-items:center;gap:14px"><b style="font-size:19px">Bikes to borrow</b>
   <Breadcrumb><BreadcrumbItem label="Town" @select="told++">Town</BreadcrumbItem><BreadcrumbItem label="Harbour" @select="told++">Harbour</BreadcrumbItem><BreadcrumbItem label="Pier 2">Pier 2</BreadcrumbItem></Breadcrumb>
   <span style="flex:1"></span>
   <Dropdown trigger="click"><Button>More</Button><template #drop><DropdownList><DropdownItem>Print</DropdownItem></DropdownList></template></Dropdown>
   <Button type="primary" @click="told++">Add a bike</Button></div>
  <div style="display:grid;grid-template-columns:230px 1fr 250px;gap:22px;margin-top:12px">
   <div><Input v-model:value="find" placeholder="Find a place" clearable style="margin-bottom:8px"/>
    <Tree arrow checkbox :data="tree" style="margin-bottom:10px"/>
    <Collapse v-model:expanded="open" arrow-type="left"><CollapsePanel label="one" title="How it works">Bring it <Linker href="#back" type="primary">back</Linker> clean.</CollapsePanel><CollapsePanel label="two" title="What it costs">.</CollapsePanel></Collapse></div>
   <div><Tabs v-model:active="tab"><TabPanel label="people" name="People"/><TabPanel label="bikes" name="Bikes"/><TabPanel label="stations" name="Stations"/><TabPanel label="closed" name="Closed" disabled/></Tabs>
    <Form :label-width="70" style="margin-top:8px">
     <div style="display:grid;grid-template-columns:1fr 1fr;gap:0 20px">
     <FormItem label="Name"><Input v-model:value="name"/></FormItem>
     <FormItem label="Kind"><Select v-model:value="kind" :options="[{value: 'city', label: 'City'}, {value: 'cargo', label: 'Cargo'}]"/></FormItem>
     <FormItem label="Gears"><NumberInput v-model:value="count" :min="0"/></FormItem>
     <FormItem label="Bought"><DatePicker v-model:value="day"/></FormItem>
     <FormItem label="Opens"><TimePicker v-model:value="time"/></FormItem>
     <FormItem label="Colour"><ColorPicker v-model:value="color"/></FormItem>
     <FormItem label="Has"><CheckboxGroup v-model:value="needs"><Checkbox value="bell" label="bell">Bell</Checkbox><Checkbox value="light" label="light">Light</Checkbox><Checkbox value="lock" label="lock">Lock</Checkbox></CheckboxGroup></FormItem>
     <FormItem label="For"><RadioGroup v-model:value="way" :options="[{label: 'day', content: 'A day'}, {label: 'week', content: 'A week'}]"/></FormItem>
     <FormItem label="Out"><Switch v-model:value="on"/></FormItem>
     <FormItem label="Charge"><Slider v-model:value="share"/></FormItem></div>
     <FormItem label="Note"><Textarea v-model:value="note" :rows="2" placeholder="What it needs"/></FormItem>
     <FormItem label=" "><Button type="primary" @click="told++">Keep</Button>&nbsp;<Button dashed @click="told++">Copy</Button>&nbsp;<Button type="error" ghost @click="told++">Remove</Button>&nbsp;<Button disabled>Lend</Button></FormItem></Form>
    <Table :data="rows" row-key="id" :width="700"><TableColumn type="selection" id-key="select"/><TableColumn name="Bike" id-key="bike" sorter/><TableColumn name="State" id-key="state" :filter="{options: ['Ready', 'Needs air']}"/><TableColumn name="With" id-key="who"/><TableColumn name="Do" id-key="do"><template #default="{row}"><Linker :href="'#fetch' + row.id" type="primary">Fetch</Linker></template></TableColumn></Table>
   </div>
   <div><Menu :active="side"><MenuItem label="map">Map</MenuItem><MenuItem label="bikes">All bikes</MenuItem><MenuGroup label="Work"><MenuItem label="mend">To mend</MenuItem><MenuItem label="wash" disabled>To wash</MenuItem></MenuGroup></Menu>
    <Card title="Pier 2" style="margin:12px 0"><template #extra><Linker href="#all" type="primary">All</Linker></template><Tag closable type="primary">Roofed</Tag>&nbsp;<Tag closable>Lit</Tag><p>Six stands, two free.</p></Card>
    <ButtonGroup><Button @click="told++">Day</Button><Button type="primary">Week</Button><Button @click="told++">Month</Button></ButtonGroup>
    <div style="margin-top:14px"><Pagination v-model:active="page" size="small" :total="60" :page-size="10" :page-count="5"/></div></div>
  </div></div>`,
});
app.use(Vexip.install, {locale: Vexip.enUSLocale()});
app.mount("#root");
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
