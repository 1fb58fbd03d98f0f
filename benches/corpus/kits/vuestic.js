import {createApp, ref} from "vue";
import {createVuestic} from "vuestic-ui";
import "vuestic-ui/css";
import "material-icons/iconfont/filled.css";

const App = {
  setup() {
    return {
      part: ref("Boats"), picked: ref([]), page: ref(2), berth: ref("North"), kinds: ref(["sail", "motor"]), long: ref([8, 22]), stars: ref(3), day: ref(new Date(2026, 2, 18)),
      on: ref(true), paid: ref(false), how: ref("week"), nodes: [{id: 1, label: "Harbour", children: [{id: 2, label: "Pier A"}, {id: 3, label: "Pier B"}]}, {id: 4, label: "Yard", children: [{id: 5, label: "Shed"}]}],
      count: ref(2), open: ref([1]), ticked: ref([2]),
      rows: ["Anna", "Berta", "Clara", "Dora"].map((name, n) => ({name, length: 8 + n * 3, berth: `${n + 3}`})),
      columns: [{key: "name", sortable: true}, {key: "length", sortable: true}, {key: "berth"}, {key: "actions", label: " "}],
    };
  },
  template: `<div style="display:flex;gap:16px;padding:12px;height:800px;box-sizing:border-box;background:var(--va-background-primary);color:var(--va-text-primary);overflow:hidden">
  <div style="width:220px"><h2 class="va-h6">Marina</h2><va-tree-view :nodes="nodes" selectable v-model:expanded="open" v-model:checked="ticked" />
    <va-accordion multiple style="margin-top:10px"><va-collapse header="Prices">From 20 a night</va-collapse><va-collapse header="Tides" :model-value="true">High at six</va-collapse></va-accordion>
    <va-switch v-model="on" label="Lights" size="small" style="margin-top:12px" /><br><va-rating v-model="stars" style="margin-top:12px" /><br>
    <va-option-list v-model="how" type="radio" :options="['day', 'week']" style="margin-top:10px" /></div>
  <div style="flex:1;min-width:0"><va-tabs v-model="part"><template #tabs><va-tab name="Boats">Boats</va-tab><va-tab name="Guests">Guests</va-tab><va-tab name="Yard" disabled>Yard</va-tab></template></va-tabs>
    <div style="display:flex;gap:10px;margin:12px 0;align-items:flex-end"><va-input label="Name" placeholder="Find" style="width:150px" clearable model-value="An" /><va-select v-model="berth" label="Pier" :options="['North', 'South']" style="width:140px" /><va-select v-model="kinds" label="Kinds" multiple :options="['sail', 'motor', 'row']" style="width:180px" /><va-counter v-model="count" label="Guests" manual-input style="width:130px" /></div>
    <div style="height:230px"><va-data-table :items="rows" :columns="columns" selectable v-model="picked" select-mode="multiple"><template #cell(actions)="{rowData}"><va-button preset="plain" icon="edit" aria-label="edit" /><va-button preset="plain" icon="delete" color="danger" class="ml-3" /></template></va-data-table></div>
    <div style="display:flex;gap:14px;align-items:center;margin-top:10px"><va-pagination v-model="page" :pages="6" :visible-pages="4" buttons-preset="secondary" /><va-button-group><va-button>Book</va-button><va-button>Move</va-button></va-button-group><va-button-dropdown label="More" preset="secondary"><p>Print</p></va-button-dropdown></div>
    <va-slider v-model="long" range track-label-visible style="margin:26px 8px 6px" :min="4" :max="40" />
    <div style="display:flex;gap:8px;margin-top:10px"><va-chip closeable>sail</va-chip><va-chip outline closeable>motor</va-chip><va-chip href="#all">all</va-chip><va-checkbox v-model="paid" label="Paid" /><va-checkbox :model-value="true" label="Insured" error :error-messages="['Show the paper']" /></div>
    <va-alert closeable color="warning" style="margin-top:8px">A storm is near. <a href="#storm">Read more</a></va-alert></div>
  <div style="width:300px"><va-date-picker v-model="day" /><va-file-upload dropzone type="list" style="margin-top:10px" /><va-textarea label="Note" model-value="With a dog" style="margin-top:10px;width:100%" /><va-button block style="margin-top:10px" >Save</va-button></div></div>`,
};
createApp(App).use(createVuestic({config: {colors: {currentPresetName: "dark"}}})).mount("#root");
setTimeout(() => { document.body.dataset.ready = 1; }, 1000);
