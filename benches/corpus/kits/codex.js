import {createApp} from "vue";
import * as Codex from "@wikimedia/codex";
import {cdxIconBell, cdxIconEdit, cdxIconHeart, cdxIconPrinter, cdxIconSettings, cdxIconTrash} from "@wikimedia/codex-icons";
import "@wikimedia/codex/dist/codex.style-rtl.css";

document.documentElement.lang = "fa";
document.documentElement.dir = "rtl";
const BOOKS = [["باغ در باران", "داستان", "۱۲۰"], ["راه کوه", "سفر", "۲۱۰"], ["نان روستا", "آشپزی", "۹۶"], ["ستاره‌ها", "دانش", "۱۸۰"]];
const app = createApp({
  data: () => ({
    icons: {bell: cdxIconBell, edit: cdxIconEdit, heart: cdxIconHeart, printer: cdxIconPrinter, settings: cdxIconSettings, trash: cdxIconTrash},
    columns: [{id: "name", label: "کتاب", allowSort: true}, {id: "kind", label: "گونه", allowSort: true}, {id: "pages", label: "برگ", allowSort: true}, {id: "acts", label: "کار"}],
    data: BOOKS.map(([name, kind, pages], id) => ({id, name, kind, pages})), sort: {name: "asc"}, rows: [], tab: "all", find: "", place: "city", kinds: ["story"], way: "home", mail: true, view: "list", note: "", chips: [{value: "تازه"}, {value: "کودک"}], name: "", act: null, time: "", said: "", heart: false,
    places: [{value: "city", label: "کتابخانه شهر"}, {value: "school", label: "مدرسه"}], acts: [{value: "copy", label: "رونوشت"}, {value: "send", label: "فرستادن"}],
    views: [{value: "list", label: "فهرست"}, {value: "cards", label: "کارت"}, {value: "map", label: "نقشه", disabled: true}],
  }),
  template: `<div style="padding:12px 20px;height:800px;box-sizing:border-box;overflow:hidden;font-family:sans-serif">
  <div style="display:flex;gap:12px;align-items:center"><b style="font-size:20px">کتاب‌های امانتی</b><cdx-search-input v-model="find" use-button button-label="جستجو" placeholder="نام کتاب" style="flex:1" @submit-click="said='find'"></cdx-search-input>
   <cdx-toggle-button v-model="heart" aria-label="دوست دارم"><cdx-icon :icon="icons.heart"></cdx-icon></cdx-toggle-button><cdx-button aria-label="زنگ" weight="quiet" @click="said='bell'"><cdx-icon :icon="icons.bell"></cdx-icon></cdx-button><cdx-menu-button v-model:selected="act" :menu-items="acts" aria-label="بیشتر"><cdx-icon :icon="icons.settings"></cdx-icon></cdx-menu-button><cdx-button action="progressive" weight="primary" @click="said='add'">کتاب تازه</cdx-button></div>
  <cdx-tabs v-model:active="tab" style="margin-top:6px"><cdx-tab name="all" label="همه"></cdx-tab><cdx-tab name="lent" label="امانت"></cdx-tab><cdx-tab name="late" label="دیرکرد"></cdx-tab><cdx-tab name="old" label="کهنه" disabled></cdx-tab></cdx-tabs>
  <div style="display:grid;grid-template-columns:270px 1fr;gap:28px;margin-top:12px">
   <div><cdx-select v-model:selected="place" :menu-items="places" style="width:100%"></cdx-select>
    <div style="margin-top:10px"><cdx-checkbox v-for="[value, word] in [['story','داستان'],['trip','سفر'],['food','آشپزی']]" :key="value" v-model="kinds" :input-value="value">{{word}}</cdx-checkbox><cdx-checkbox v-model="kinds" input-value="none" disabled>روزنامه</cdx-checkbox></div>
    <div style="margin-top:10px"><cdx-radio v-model="way" name="way" input-value="home">به خانه</cdx-radio><cdx-radio v-model="way" name="way" input-value="desk">در کتابخانه</cdx-radio></div>
    <cdx-toggle-switch v-model="mail" style="margin-top:6px">نامه بفرست</cdx-toggle-switch>
    <cdx-chip-input v-model:input-chips="chips" style="margin-top:10px"></cdx-chip-input>
    <cdx-accordion style="margin-top:6px"><template #title>چگونه امانت بگیرم</template>با کارت.</cdx-accordion>
    <cdx-card url="#hours" style="margin-top:8px"><template #title>ساعت‌های باز</template><template #description>هر روز تا شب</template></cdx-card></div>
   <div><cdx-toggle-button-group v-model="view" :buttons="views"></cdx-toggle-button-group>
    <cdx-table style="margin-top:8px" caption="در قفسه" :columns="columns" :data="data" v-model:sort="sort" v-model:selected-rows="rows" use-row-selection><template #header><cdx-button @click="said='print'"><cdx-icon :icon="icons.printer"></cdx-icon>چاپ</cdx-button></template>
     <template #item-name="{item}"><a :href="'#' + item" class="cdx-link">{{item}}</a></template><template #item-acts="{row}"><cdx-button weight="quiet" aria-label="ویرایش" @click="said='edit'"><cdx-icon :icon="icons.edit"></cdx-icon></cdx-button><cdx-button weight="quiet" action="destructive" aria-label="پاک" @click="said='off'"><cdx-icon :icon="icons.trash"></cdx-icon></cdx-button></template></cdx-table>
    <cdx-message type="warning" allow-user-dismiss dismiss-button-label="ببند" style="margin-top:8px">سه کتاب دیر شده است. <a class="cdx-link" href="#late">ببینید</a></cdx-message>
    <div style="display:flex;gap:12px;margin-top:8px"><cdx-text-area v-model="note" placeholder="یادداشت" rows="2" style="flex:1"></cdx-text-area><div><cdx-button action="progressive" @click="said='keep'">نگه دار</cdx-button><br><cdx-button style="margin-top:8px" disabled>بفرست</cdx-button></div><span>{{said}}</span></div></div></div></div>`,
});
for (const [name, part] of Object.entries(Codex)) if (name.startsWith("Cdx")) app.component(name, part);
app.mount("#root");
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
