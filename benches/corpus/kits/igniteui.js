import {defineAllComponents} from "igniteui-webcomponents";
import "igniteui-webcomponents/themes/light/indigo.css";

defineAllComponents();
document.documentElement.dir = "rtl";
const root = document.querySelector("#root");
root.innerHTML = `<style>#root{font:14px sans-serif;--ig-size:1}.row{display:flex;gap:14px;align-items:end;margin:10px}.three{display:grid;grid-template-columns:260px minmax(0,1fr) 330px;gap:14px;padding:8px 12px}</style>
<igc-navbar><igc-icon-button slot=start name=menu id=menu aria-label="افتح القائمة">≡</igc-icon-button><span>البيت الزجاجي</span><igc-icon-button slot=end aria-label="التنبيهات">🔔</igc-icon-button><igc-avatar slot=end initials=AK shape=circle></igc-avatar></igc-navbar>
<igc-banner open><span>مضخة الحوض ٣ متوقفة منذ الإثنين.</span><div slot=actions><igc-button variant=flat>لاحقاً</igc-button><igc-button variant=flat>شغّلها</igc-button></div></igc-banner>
<div class=three><div><igc-tree selection=multiple><igc-tree-item label="بيت ١" expanded selected><igc-tree-item label="حوض ١"></igc-tree-item><igc-tree-item label="حوض ٢" selected></igc-tree-item></igc-tree-item><igc-tree-item label="بيت ٢"><igc-tree-item label="حوض ٣"></igc-tree-item></igc-tree-item></igc-tree>
  <igc-list><igc-list-header>القراءات</igc-list-header><igc-list-item><span slot=title>حوض ١</span><span slot=subtitle>21 °C</span><igc-button slot=end variant=outlined>اسقِ</igc-button></igc-list-item><igc-list-item><span slot=title>حوض ٢</span><span slot=subtitle>24 °C</span><igc-button slot=end variant=outlined>اسقِ</igc-button></igc-list-item></igc-list>
  <igc-button-group selection=single style="margin-top:8px"><igc-toggle-button value=day selected>يوم</igc-toggle-button><igc-toggle-button value=week>أسبوع</igc-toggle-button><igc-toggle-button value=year>سنة</igc-toggle-button></igc-button-group></div>
<div><igc-tabs><igc-tab selected label="المناخ"><div><div class=row><igc-input label="الاسم" value="بيت الطماطم" style="flex:1"></igc-input><igc-select label="المحصول" value=t><igc-select-item value=t>طماطم</igc-select-item><igc-select-item value=c>خيار</igc-select-item></igc-select></div>
  <div class=row><igc-date-picker label="زُرع في" id=sown></igc-date-picker><igc-combo label="المجسات" id=sensors style="flex:1"></igc-combo></div>
  <div class=row><span>الحرارة</span><igc-slider value=22 min=10 max=35 style="flex:1"></igc-slider></div><div class=row><span>الضوء</span><igc-range-slider lower=30 upper=70 style="flex:1"></igc-range-slider></div>
  <div class=row><igc-radio-group alignment=horizontal><igc-radio name=m value=a checked>تلقائي</igc-radio><igc-radio name=m value=h>يدوي</igc-radio></igc-radio-group><igc-switch checked>مروحة</igc-switch><igc-checkbox>ستائر</igc-checkbox></div>
  <div class=row><igc-rating label="الحصاد" value=3></igc-rating><igc-chip removable selectable selected>مشمس</igc-chip><igc-chip removable>جاف</igc-chip></div></div></igc-tab><igc-tab label="الماء"></igc-tab><igc-tab label="قديم" disabled></igc-tab></igc-tabs>
  <igc-expansion-panel><h3 slot=title>ملاحظات البستاني</h3><p>التقليم يوم الجمعة.</p></igc-expansion-panel>
  <div class=row><igc-button>حفظ</igc-button><igc-button variant=outlined>تراجع</igc-button><igc-dropdown><igc-button slot=target variant=flat>المزيد</igc-button><igc-dropdown-item>نسخ</igc-dropdown-item></igc-dropdown></div></div>
<div><igc-calendar id=month></igc-calendar><igc-stepper><igc-step active><span slot=title>ازرع</span></igc-step><igc-step><span slot=title>اعتنِ</span></igc-step><igc-step><span slot=title>اقطف</span></igc-step></igc-stepper></div></div>`;
for (const id of ["sown", "month"]) root.querySelector(`#${id}`).value = new Date(2026, 2, 18);
root.querySelector("#month").activeDate = new Date(2026, 2, 18);
Object.assign(root.querySelector("#sensors"), {data: ["هواء", "تربة", "ضوء"], value: ["هواء", "تربة"]});
setTimeout(() => { document.body.dataset.ready = 1; }, 800);
