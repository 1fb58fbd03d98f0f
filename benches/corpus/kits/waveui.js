import {createApp, ref} from "vue";
import WaveUI from "wave-ui";
import "wave-ui/dist/wave-ui.css";
import "@mdi/font/css/materialdesignicons.min.css";

const App = {
  setup: () => ({
    menu: ref(true), tab: ref(0), pressed: ref(0), find: ref(""), day: ref("18.03.2026"), kind: ref("Bread"), many: ref(["Rye"]), stars: ref(3), warm: ref(true), early: ref(true), heat: ref(60), on: ref(true), sure: ref(true), rough: ref(false), way: ref("shop"), note: ref("Ring the bell."), told: ref(true), mail: ref("ann@example.org"), open: ref([true, false]), picked: ref([]),
    heads: [{label: "Order", key: "name"}, {label: "Baker", key: "who"}, {label: "Loaves", key: "loaves", align: "right"}, {label: "", key: "do", sortable: false}],
    rows: [["Rye", "Ann", 12], ["Wheat", "Bo", 30], ["Oat", "Cy", 8], ["Spelt", "Di", 16]].map(([name, who, loaves], n) => ({id: n + 1, name, who, loaves})),
    tree: [{label: "Ovens", open: true, children: [{label: "North oven"}, {label: "South oven"}]}, {label: "Stores", children: [{label: "Flour"}]}, {label: "Shop"}],
  }),
  template: `<w-app style="font-family:sans-serif;height:800px;overflow:hidden"><w-toolbar bg-color="blue-dark5" color="white" class="py1"><w-icon class="mr2">mdi mdi-baguette</w-icon><strong>Bakery</strong><div class="spacer"></div><w-input v-model="find" outline round dark inner-icon-left="mdi mdi-magnify" placeholder="Find an order" style="max-width:220px" class="mr3"></w-input><w-button class="ml2" text color="white" route="#orders">Orders</w-button><w-button class="ml2" text color="white" route="#bakers">Bakers</w-button>
    <w-menu v-model="menu" align-right shadow><template #activator="{on}"><w-button class="ml2" v-on="on" icon="mdi mdi-account" color="white" text aria-label="Account"></w-button></template><w-list :items="[{label: 'Profile', id: 1}, {label: 'Language', id: 2}, {label: 'Sign out', id: 3}]" hover color="white" item-id-key="id"></w-list></w-menu></w-toolbar>
  <div style="display:flex;gap:18px;padding:10px 14px"><div style="width:190px"><w-tree :data="tree" expand-icon="mdi mdi-chevron-down" selectable></w-tree></div>
  <div style="width:570px"><w-alert v-model="told" warning dismiss class="my1">The flour comes late. <a href="#flour" class="blue-light3">Read more</a></w-alert>
    <w-tabs :items="[{title: 'Today'}, {title: 'Week'}, {title: 'Old', disabled: true}]" v-model="tab" class="mb2"></w-tabs>
    <w-table :headers="heads" :items="rows" selectable-rows fixed-headers><template #item-cell.do="{item}"><w-button sm icon="mdi mdi-pencil" text :aria-label="'Edit ' + item.name" @click.stop="pressed++"></w-button><w-button sm icon="mdi mdi-delete" text color="error" :aria-label="'Delete ' + item.name" @click.stop="pressed++"></w-button></template></w-table>
    <w-accordion :items="[{title: 'Notes of the night', content: 'Oven two is slow.'}, {title: 'Prices', content: 'Rye 4.'}]" v-model="open" class="mt3"></w-accordion></div>
  <div style="flex:1;padding-top:130px"><w-form><w-input label="Mail" v-model="mail" label-position="left" class="mb3"></w-input><w-select label="Kind" v-model="kind" :items="[{label: 'Bread'}, {label: 'Cake'}, {label: 'Roll'}]" item-value-key="label" label-position="left" class="mb3"></w-select><w-select label="Flour" multiple v-model="many" :items="[{label: 'Rye'}, {label: 'Wheat'}]" item-value-key="label" label-position="left" class="mb3"></w-select>
    <div class="w-flex align-center mb3" style="gap:14px"><w-checkbox v-model="sure" label="Sliced"></w-checkbox><w-checkbox v-model="rough" label="Gift"></w-checkbox><w-switch v-model="on" label="Daily"></w-switch></div>
    <w-radios v-model="way" inline :items="[{label: 'Shop', value: 'shop'}, {label: 'Home', value: 'home'}]" class="mb3"></w-radios>
    <div class="mb3"><w-rating v-model="stars"></w-rating></div><w-slider v-model="heat" label="Heat" class="mb3"></w-slider>
    <w-textarea v-model="note" label="Note" outline rows="2" class="mb3"></w-textarea>
    <div class="mb3"><w-tag v-if="warm" class="mr1" closable color="primary" outline v-model="warm">warm</w-tag><w-tag v-if="early" closable color="primary" outline v-model="early">early</w-tag></div>
    <div class="w-flex" style="gap:8px"><w-button bg-color="primary" @click="pressed++">Save</w-button><w-button outline @click="pressed++">Cancel</w-button><w-button disabled>Print</w-button></div></w-form>
    <w-breadcrumbs class="mt3" color="blue-light3" :items="[{label: 'Bakery', route: '#bakery'}, {label: 'Orders', route: '#orders'}, {label: 'Today'}]"></w-breadcrumbs></div></div></w-app>`,
};
createApp(App).use(WaveUI, {theme: "dark"}).mount("#root");
document.documentElement.setAttribute("data-theme", "dark");
setTimeout(() => { document.body.dataset.ready = 1; }, 2500);
