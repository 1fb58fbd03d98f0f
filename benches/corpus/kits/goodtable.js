import {createApp, ref} from "vue";
import GoodTable from "vue-good-table-next";
import "vue-good-table-next/dist/vue-good-table-next.css";

const ROWS = [["Rye", "Mill", 12, true], ["Wheat", "Mill", 40, true], ["Salt", "Harbour", 7, false], ["Yeast", "Town", 3, true], ["Oats", "Hill", 18, false], ["Honey", "Hill", 5, true], ["Butter", "Farm", 22, true], ["Eggs", "Farm", 90, false]]
  .map(([name, place, left, kept], id) => ({id, name, place, left, kept}));
const Page = {
  setup: () => ({rows: ref(ROWS), said: ref(""), columns: [{label: "Good", field: "name"}, {label: "From", field: "place", filterOptions: {enabled: true, placeholder: "Any place", filterDropdownItems: ["Mill", "Harbour", "Town", "Hill", "Farm"]}}, {label: "Left", field: "left", type: "number"}, {label: "Ordered again", field: "kept", sortable: false}, {label: "Acts", field: "acts", sortable: false}]}),
  template: `<div style="padding:12px;font:14px sans-serif;height:800px;box-sizing:border-box;overflow:hidden"><h2 style="margin:4px 0 10px">Store of the bakery <button @click="said='new'">New good</button></h2>
<vue-good-table :columns="columns" :rows="rows" :search-options="{enabled: true, placeholder: 'Find a good'}" :select-options="{enabled: true, selectOnCheckboxOnly: true}" :sort-options="{enabled: true, initialSortBy: {field: 'name', type: 'asc'}}" :pagination-options="{enabled: true, perPage: 6, perPageDropdown: [6, 12], dropdownAllowAll: false}">
<template #table-actions><button>Export</button> <button>Print</button></template>
<template #table-row="props"><span v-if="props.column.field=='acts'"><button @click="said='order '+props.row.name">Order</button> <a href="#edit" :aria-label="'Edit '+props.row.name">✎</a></span><label v-else-if="props.column.field=='kept'"><input type=checkbox v-model="props.row.kept"> weekly</label><span v-else>{{props.formattedRow[props.column.field]}}</span></template>
</vue-good-table><p>{{said}}</p></div>`,
};
createApp(Page).use(GoodTable).mount("#root");
setTimeout(() => { document.body.dataset.ready = 1; }, 1200);
