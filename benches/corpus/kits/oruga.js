import {createApp, ref} from "vue";
import * as Oruga from "@oruga-ui/oruga-next";
const parts = Object.entries(Oruga).filter(([name, part]) => /^[A-Z]/.test(name) && part?.install).map(([, part]) => part);
import {bulmaConfig} from "@oruga-ui/theme-bulma";
import "@oruga-ui/theme-bulma/style.css";
import "@mdi/font/css/materialdesignicons.min.css";

const SIGN = (d) => `<svg viewBox='0 0 16 16' width='14' height='14' fill='currentColor'><path d='${d}'/></svg>`;
const App = {
  setup: () => ({
    menu: ref(false), tab: ref("a"), pressed: ref(0), find: ref(""), kind: ref("Cello"), day: ref("2026-03-18"), stars: ref(3), loud: ref(40), on: ref(true), sure: ref(["strings"]), way: ref("hall"), tags: ref(["loan", "old"]), page: ref(2), step: ref("2"), picked: ref([]), count: ref(2), open: ref(true), told: ref(true),
    rows: [["Cello", "Ann", 4], ["Viola", "Bo", 11], ["Horn", "Cy", 2], ["Oboe", "Di", 7], ["Harp", "Ed", 1]].map(([name, who, days], n) => ({id: n + 1, name, who, days})),
    columns: [{field: "name", label: "Instrument", sortable: true}, {field: "who", label: "Lent to"}, {field: "days", label: "Days", numeric: true, sortable: true}],
    pen: SIGN("M2 14l1-4 8-8 3 3-8 8z"), bin: SIGN("M3 4h10v1H3zm1 2h8l-1 9H5zm2-4h4v1H6z"),
  }),
  template: `<div style="height:800px;overflow:hidden;padding:10px 18px">
  <div style="display:flex;gap:14px;align-items:center"><strong style="font-size:18px">Orchestra</strong><o-input v-model="find" placeholder="Find an instrument" style="width:220px"></o-input><a href="#loans">Loans</a><a href="#players">Players</a><span style="flex:1"></span>
   <o-dropdown aria-role="menu" position="bottom-left"><template #trigger><o-button variant="primary">New</o-button></template><o-dropdown-item value="loan">Loan</o-dropdown-item><o-dropdown-item value="player">Player</o-dropdown-item></o-dropdown>
   <o-button inverted variant="danger" @click="pressed++">Sign out</o-button></div>
  <div style="display:grid;grid-template-columns:640px 1fr;gap:26px;margin-top:10px"><div>
   <o-tabs v-model="tab"><o-tab-item value="a" label="On loan"></o-tab-item><o-tab-item value="b" label="In the store"></o-tab-item><o-tab-item value="c" label="Broken" disabled></o-tab-item></o-tabs>
   <o-table :data="rows" v-model:checked-rows="picked" checkable paginated :per-page="4" pagination-size="small" hoverable><o-table-column v-for="c in columns" v-bind="c" v-slot="given">{{given?.row[c.field]}}</o-table-column><o-table-column label="Do" v-slot="given"><o-button size="small" v-html="pen" :aria-label="'Edit ' + given?.row.name" @click.stop="pressed++"></o-button> <o-button size="small" variant="danger" v-html="bin" :aria-label="'Delete ' + given?.row.name" @click.stop="pressed++"></o-button></o-table-column></o-table>
   <o-collapse v-model:open="open" style="margin-top:10px"><template #trigger="{open}"><o-button size="small">{{open ? "Fewer notes" : "More notes"}}</o-button></template><div style="padding:6px">The harp is <a href="#harp">at the maker</a>.</div></o-collapse>
   <o-steps v-model="step" style="margin-top:10px" :has-navigation="true"><o-step-item value="1" step="1" label="Choose" clickable></o-step-item><o-step-item value="2" step="2" label="Lend" clickable></o-step-item><o-step-item value="3" step="3" label="Return"></o-step-item></o-steps></div>
  <div><o-field label="Instrument"><o-select v-model="kind" expanded><option value="Cello">Cello</option><option value="Viola">Viola</option></o-select></o-field>
   <o-field label="Player"><o-autocomplete :options="['Ann', 'Bo', 'Cy']" placeholder="Type a name" expanded clearable></o-autocomplete></o-field>
   <o-field label="Password"><o-input type="password" password-reveal model-value="bread"></o-input></o-field>
   <o-field label="Marks"><o-taginput v-model="tags" placeholder="Add a mark" expanded></o-taginput></o-field>
   <o-field label="Needs"><o-checkbox v-model="sure" native-value="strings">Strings</o-checkbox><o-checkbox v-model="sure" native-value="bow">Bow</o-checkbox><o-switch v-model="on">Insured</o-switch></o-field>
   <o-field label="Taken at"><o-radio v-model="way" native-value="hall">Hall</o-radio><o-radio v-model="way" native-value="home">Home</o-radio></o-field>
   <o-field label="Loudness"><o-slider v-model="loud"></o-slider></o-field>
   <o-field label="Until"><o-datepicker placeholder="Choose a day" expanded></o-datepicker></o-field>
   <div style="display:flex;gap:8px;margin-top:8px"><o-button variant="primary" @click="pressed++">Save</o-button><o-button outlined @click="pressed++">Cancel</o-button><o-button disabled>Print</o-button></div></div></div></div>`,
};
createApp(App).use(Oruga.createOruga(bulmaConfig, parts)).mount("#root");
setTimeout(() => { document.body.dataset.ready = 1; }, 2000);
