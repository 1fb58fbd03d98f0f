import {createApp, h, ref} from "vue";
import {MazUi} from "maz-ui/plugins/maz-ui";
import {mazUi} from "@maz-ui/themes/presets";
import "maz-ui/styles";
import {MazAccordion, MazAvatar, MazBtn, MazCheckbox, MazDialog, MazInput, MazInputNumber, MazInputTags, MazPagination, MazRadioButtons, MazRadio, MazSelect, MazSlider, MazStepper, MazSwitch, MazTable, MazTabs, MazTabsBar, MazTextarea} from "maz-ui/components";

const App = {
  components: {MazAccordion, MazAvatar, MazBtn, MazCheckbox, MazDialog, MazInput, MazInputNumber, MazInputTags, MazPagination, MazRadioButtons, MazRadio, MazSelect, MazSlider, MazStepper, MazSwitch, MazTable, MazTabs, MazTabsBar, MazTextarea},
  setup: () => ({
    open: ref(true), tab: ref(1), name: ref(""), beds: ref(2), kind: ref("oak"), tags: ref(["shade", "wet"]), on: ref(true), sure: ref(false), way: ref("north"), far: ref(40), wish: ref(""), page: ref(1), picked: ref([]), pressed: ref(0), code: ref("leaf"), water: ref("rain"),
    rows: [["Oak", 12, "North"], ["Ash", 4, "South"], ["Elm", 31, "North"], ["Fir", 8, "West"]].map(([tree, years, bed], n) => ({id: n + 1, tree, years, bed})),
    heads: [{label: "Tree", key: "tree", sortable: true}, {label: "Years", key: "years", sortable: true}, {label: "Bed", key: "bed"}],
    kinds: [{label: "Oak", value: "oak"}, {label: "Ash", value: "ash"}], ways: [{label: "North", value: "north"}, {label: "South", value: "south"}],
  }),
  template: `<div style="height:800px;overflow:hidden;padding:10px 20px;font-family:sans-serif">
  <div style="display:flex;gap:12px;align-items:center"><strong>Nursery</strong><a href="#trees">Trees</a><a href="#beds">Beds</a><span style="flex:1"></span><MazBtn size="sm" @click="open = true">New tree</MazBtn><MazBtn size="sm" color="secondary" @click="pressed++">Print</MazBtn></div>
  <MazTabs v-model="tab"><MazTabsBar :items="[{label: 'All'}, {label: 'Sold'}]" /></MazTabs>
  <MazTable v-model="picked" selectable selected-key="id" :rows="rows" :headers="heads" size="sm" style="width:700px" search pagination />
  <MazDialog v-model="open" title="New tree" max-width="760px"><div style="display:grid;grid-template-columns:1fr 1fr;gap:12px 20px">
   <MazInput v-model="name" label="Name" size="sm" /><MazInputNumber v-model="beds" label="Beds" size="sm" />
   <MazSelect v-model="kind" :options="kinds" label="Kind" size="sm" /><MazInput v-model="code" type="password" label="Code" size="sm" />
   <MazInputTags v-model="tags" label="Marks" size="sm" /><div style="align-self:center">See <a href="#marks">all marks</a></div>
   <MazRadioButtons v-model="way" :options="ways" /><div style="display:flex;gap:16px;align-items:center"><MazRadio v-model="water" value="rain" name="w">Rain</MazRadio><MazRadio v-model="water" value="pipe" name="w">Pipe</MazRadio></div>
   <div style="display:flex;gap:16px;align-items:center"><MazCheckbox v-model="sure">Guarded</MazCheckbox><MazSwitch v-model="on">For sale</MazSwitch></div><MazPagination v-model="page" :total-pages="4" size="sm" />
   <MazTextarea v-model="wish" label="Wish" /><MazSlider v-model="far" label="Shade" /></div>
   <template #footer="{close}"><MazBtn size="sm" color="secondary" @click="close">Cancel</MazBtn><MazBtn size="sm" disabled>Copy</MazBtn><MazBtn size="sm" @click="pressed++">Plant</MazBtn></template></MazDialog></div>`,
};
createApp(App).use(MazUi, {theme: {preset: mazUi, colorMode: "light"}}).mount("#root");
setTimeout(() => { document.body.dataset.ready = 1; }, 2500);
