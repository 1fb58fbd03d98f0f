import {createApp} from "vue";
import VxeUI from "vxe-pc-ui";
import "vxe-pc-ui/lib/style.css";
import VxeUITable from "vxe-table";
import "vxe-table/lib/style.css";
import english from "vxe-pc-ui/lib/language/en-US";

const NAMES = ["Box of rye", "Crate of apples", "Letter, signed for", "Roll of linen", "Sack of oats", "Case of ink", "Tin of tea", "Bundle of rods", "Jar of honey", "Barrel of salt", "Chest of tools", "Tray of eggs"];
const TOWNS = ["Northport", "Millford", "Eastham", "Hillside"], STATES = ["waiting", "on its way", "delivered"];
const rows = NAMES.map((name, id) => ({id: id + 101, name, town: TOWNS[id % 4], state: STATES[id % 3], weight: (id * 7) % 23 + 1, paid: id % 2 === 0, history: `Taken in at ${8 + id % 9}:15 by the desk of ${TOWNS[id % 4]}.`}));
const App = {
  data: () => ({rows: rows.slice(0, 5), word: "", town: "", from: "", page: 1, size: 5, only: true, view: "list", said: ""}),
  methods: {say(what) { this.said = what; }, choose({option, row, column}) { return row[column.field] === option.value; }, turn({currentPage}) { this.page = currentPage; this.rows = rows.slice(this.size * (currentPage - 1), this.size * currentPage); }},
  computed: {
    towns: () => TOWNS.map(value => ({label: value, value})),
    states: () => STATES.map(value => ({label: value, value})),
    tools: () => ({refresh: {queryMethod: () => Promise.resolve()}, zoom: true, custom: true}),
  },
  template: `<div style="font:14px sans-serif;padding:10px 14px;height:800px;box-sizing:border-box;overflow:hidden"><h2 style="margin:2px 0 8px">Parcels of the harbour</h2>
<div style="display:flex;gap:10px;align-items:center;margin-bottom:8px"><vxe-input v-model="word" type="search" placeholder="Name or number" clearable style="width:200px"></vxe-input>
<vxe-select v-model="town" :options="towns" placeholder="Any town" clearable style="width:150px"></vxe-select><vxe-date-picker v-model="from" placeholder="Since" style="width:160px"></vxe-date-picker>
<vxe-switch v-model="only" open-label="Open only" close-label="All"></vxe-switch>
<vxe-radio-group v-model="view"><vxe-radio-button checked-value="list" content="List"></vxe-radio-button><vxe-radio-button checked-value="map" content="Map"></vxe-radio-button></vxe-radio-group>
<vxe-button status="primary" content="Search" @click="say('search')"></vxe-button><vxe-button content="Clear" @click="say('clear')"></vxe-button></div>
<vxe-toolbar ref="bar" :refresh="tools.refresh" zoom custom><template #buttons><vxe-button icon="vxe-icon-add" content="New parcel" @click="say('new')"></vxe-button><vxe-button status="error" content="Delete chosen" disabled></vxe-button><vxe-button mode="text" content="Print labels" @click="say('print')"></vxe-button></template></vxe-toolbar>
<vxe-table ref="table" border :data="rows" :row-config="{isHover: true, keyField: 'id'}" :column-config="{resizable: true}" :checkbox-config="{checkRowKeys: [102]}" :edit-config="{trigger: 'click', mode: 'cell'}" :sort-config="{defaultSort: {field: 'id', order: 'asc'}}" height="380">
<vxe-column type="checkbox" width="50"></vxe-column>
<vxe-column type="expand" width="46"><template #content="{row}"><div style="padding:8px 20px">{{row.history}} <a href="#trace">Trace it</a></div></template></vxe-column>
<vxe-column field="id" title="Number" width="110" sortable></vxe-column>
<vxe-column field="name" title="Parcel" min-width="170" sortable><template #default="{row}"><a :href="'#'+row.id">{{row.name}}</a></template></vxe-column>
<vxe-column field="town" title="Town" width="130" :filters="towns" :filter-method="choose"></vxe-column>
<vxe-column field="state" title="State" width="130" :filters="states" :filter-method="choose"></vxe-column>
<vxe-column field="weight" title="Weight, kg" width="130" sortable :edit-render="{name: 'VxeInput'}"></vxe-column>
<vxe-column field="paid" title="Paid" width="100"><template #default="{row}"><vxe-switch v-model="row.paid" size="mini"></vxe-switch></template></vxe-column>
<vxe-column title="Acts" width="170"><template #default="{row}"><vxe-button mode="text" content="Edit" @click="say('edit '+row.id)"></vxe-button><vxe-button mode="text" icon="vxe-icon-delete" title="Delete" @click="say('delete '+row.id)"></vxe-button></template></vxe-column>
</vxe-table>
<vxe-pager :current-page="page" :page-size="size" :total="12" :page-sizes="[5, 10, 20]" :layouts="['PrevPage', 'Number', 'NextPage', 'Sizes', 'FullJump', 'Total']" @page-change="turn"></vxe-pager><p>{{said}}</p></div>`,
  mounted() { this.$refs.table.connect(this.$refs.bar); setTimeout(() => this.$refs.table.setRowExpand([this.rows[1]], true), 300); },
};
VxeUI.setI18n("en-US", english);
VxeUI.setLanguage("en-US");
createApp(App).use(VxeUI).use(VxeUITable).mount("#root");
setTimeout(() => { document.body.dataset.ready = 1; }, 1600);
