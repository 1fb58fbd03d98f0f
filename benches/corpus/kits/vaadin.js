import "@vaadin/vaadin-lumo-styles/lumo.css";
import "@vaadin/app-layout"; import "@vaadin/app-layout/vaadin-drawer-toggle.js"; import "@vaadin/side-nav"; import "@vaadin/menu-bar"; import "@vaadin/text-field"; import "@vaadin/combo-box"; import "@vaadin/multi-select-combo-box";
import "@vaadin/date-picker"; import "@vaadin/grid/all-imports.js"; import "@vaadin/tabs"; import "@vaadin/checkbox"; import "@vaadin/radio-group"; import "@vaadin/button"; import "@vaadin/details"; import "@vaadin/upload"; import "@vaadin/integer-field"; import "@vaadin/split-layout"; import "@vaadin/select"; import "@vaadin/icon";

document.querySelector("#root").outerHTML = `<vaadin-app-layout>
<vaadin-drawer-toggle slot="navbar"></vaadin-drawer-toggle><h3 slot="navbar" style="margin:0 8px;flex:1">הזמנות</h3><vaadin-menu-bar slot="navbar" theme="tertiary"></vaadin-menu-bar>
<vaadin-side-nav slot="drawer" style="padding:8px"><vaadin-side-nav-item path="/">הזמנות</vaadin-side-nav-item><vaadin-side-nav-item path="/people">לקוחות</vaadin-side-nav-item><vaadin-side-nav-item path="/stock" expanded>מלאי<vaadin-side-nav-item slot="children" path="/teas">תה</vaadin-side-nav-item><vaadin-side-nav-item slot="children" path="/cups">כוסות</vaadin-side-nav-item></vaadin-side-nav-item><vaadin-side-nav-item path="/bills">חשבונות<vaadin-side-nav-item slot="children" path="/paid">שולמו</vaadin-side-nav-item></vaadin-side-nav-item></vaadin-side-nav>
<div style="padding:0 16px"><vaadin-tabs selected="1"><vaadin-tab>הכול</vaadin-tab><vaadin-tab>פתוחות</vaadin-tab><vaadin-tab>סגורות</vaadin-tab></vaadin-tabs>
<div style="display:flex;gap:12px;align-items:baseline"><vaadin-text-field placeholder="חיפוש" clear-button-visible value="תה"></vaadin-text-field><vaadin-combo-box label="עיר"></vaadin-combo-box><vaadin-multi-select-combo-box label="סוגים" style="width:230px"></vaadin-multi-select-combo-box><vaadin-date-picker label="עד יום" value="2026-03-18"></vaadin-date-picker></div>
<vaadin-grid style="height:290px;margin:10px 0"><vaadin-grid-selection-column></vaadin-grid-selection-column><vaadin-grid-tree-column path="name" header="שם"></vaadin-grid-tree-column><vaadin-grid-sort-column path="city" header="עיר"></vaadin-grid-sort-column><vaadin-grid-filter-column path="state" header="מצב"></vaadin-grid-filter-column><vaadin-grid-sort-column path="sum" header="סכום" direction="desc" text-align="end"></vaadin-grid-sort-column></vaadin-grid>
<div style="display:flex;gap:24px;align-items:start"><vaadin-radio-group label="תשלום"><vaadin-radio-button value="a" label="אשראי" checked></vaadin-radio-button><vaadin-radio-button value="b" label="מזומן"></vaadin-radio-button></vaadin-radio-group>
<vaadin-integer-field label="כמות" value="3" step-buttons-visible min="1" max="9"></vaadin-integer-field><vaadin-checkbox label="משלוח מהיר" checked></vaadin-checkbox><vaadin-select label="מיון"></vaadin-select><div><vaadin-button theme="primary">שמירה</vaadin-button> <vaadin-button>ביטול</vaadin-button> <vaadin-button disabled>מחיקה</vaadin-button></div></div>
<vaadin-details summary="הערות" opened><span>לצלצל לפני המשלוח.</span></vaadin-details><vaadin-upload></vaadin-upload></div></vaadin-app-layout>`;
const at = tag => document.querySelector(tag);
at("vaadin-menu-bar").items = [{text: "קובץ", children: [{text: "ייצוא"}, {text: "הדפסה"}]}, {text: "עריכה", children: [{text: "העתקה"}]}, {text: "שיתוף"}, {text: "עזרה", disabled: true}];
Object.assign(at("vaadin-combo-box"), {items: ["חיפה", "ירושלים", "אילת"], value: "חיפה"});
Object.assign(at("vaadin-multi-select-combo-box"), {items: ["תה", "כוסות", "קנקנים"], selectedItems: ["תה", "כוסות"]});
Object.assign(at("vaadin-select"), {items: [{label: "לפי שם", value: "1"}, {label: "לפי סכום", value: "2"}], value: "1"});
const orders = [["דנה", "חיפה", "פתוחה", 230], ["יוסי", "אילת", "שולמה", 96], ["רות", "חיפה", "נשלחה", 64], ["אבי", "ירושלים", "פתוחה", 41]].map(([name, city, state, sum], n) => ({name, city, state, sum, children: n !== 3}));
const grid = at("vaadin-grid");
grid.itemIdPath = "name";
grid.dataProvider = ({parentItem, page, pageSize}, done) => {
  const all = parentItem ? ["תה אסאם", "כוס זכוכית"].map((name, n) => ({name: `${name} (${parentItem.name})`, city: "", state: "", sum: 20 + n, children: false})) : orders;
  done(all.slice(page * pageSize, (page + 1) * pageSize), all.length);
};
grid.itemHasChildrenPath = "children";
grid.expandedItems = [orders[0]];
grid.selectedItems = [orders[1]];
document.documentElement.dir = "rtl"; document.documentElement.lang = "he";
document.body.dataset.ready = 1;
