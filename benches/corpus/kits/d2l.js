import "@brightspace-ui/core/components/alert/alert.js";
import "@brightspace-ui/core/components/breadcrumbs/breadcrumb-current-page.js";
import "@brightspace-ui/core/components/breadcrumbs/breadcrumb.js";
import "@brightspace-ui/core/components/breadcrumbs/breadcrumbs.js";
import "@brightspace-ui/core/components/button/button-icon.js";
import "@brightspace-ui/core/components/button/button-split-item.js";
import "@brightspace-ui/core/components/button/button-split.js";
import "@brightspace-ui/core/components/button/button-subtle.js";
import "@brightspace-ui/core/components/button/button.js";
import "@brightspace-ui/core/components/calendar/calendar.js";
import "@brightspace-ui/core/components/card/card-content-title.js";
import "@brightspace-ui/core/components/card/card.js";
import "@brightspace-ui/core/components/collapsible-panel/collapsible-panel.js";
import "@brightspace-ui/core/components/dropdown/dropdown-menu.js";
import "@brightspace-ui/core/components/dropdown/dropdown-more.js";
import "@brightspace-ui/core/components/inputs/input-checkbox.js";
import "@brightspace-ui/core/components/inputs/input-date.js";
import "@brightspace-ui/core/components/inputs/input-number.js";
import "@brightspace-ui/core/components/inputs/input-radio-group.js";
import "@brightspace-ui/core/components/inputs/input-radio.js";
import "@brightspace-ui/core/components/inputs/input-search.js";
import "@brightspace-ui/core/components/inputs/input-text.js";
import "@brightspace-ui/core/components/list/list-controls.js";
import "@brightspace-ui/core/components/list/list-item-content.js";
import "@brightspace-ui/core/components/list/list-item.js";
import "@brightspace-ui/core/components/list/list.js";
import "@brightspace-ui/core/components/menu/menu-item.js";
import "@brightspace-ui/core/components/menu/menu.js";
import "@brightspace-ui/core/components/selection/selection-action.js";
import "@brightspace-ui/core/components/switch/switch.js";
import "@brightspace-ui/core/components/tabs/tab-panel.js";
import "@brightspace-ui/core/components/tabs/tab.js";
import "@brightspace-ui/core/components/tabs/tabs.js";
import "@brightspace-ui/core/components/tag-list/tag-list-item.js";
import "@brightspace-ui/core/components/tag-list/tag-list.js";

const LESSONS = [["الدرس الأول: الميناء", "ثلاث صفحات", true], ["الدرس الثاني: السوق", "خمس صفحات", false], ["الدرس الثالث: المطبخ", "اختبار قصير", false]];
document.querySelector("#root").innerHTML = `<div style="font:16px sans-serif;padding:10px 24px;height:800px;box-sizing:border-box;overflow:hidden">
<d2l-breadcrumbs><d2l-breadcrumb text="المدرسة" href="#school"></d2l-breadcrumb><d2l-breadcrumb text="اللغات" href="#tongues"></d2l-breadcrumb><d2l-breadcrumb-current-page text="الدروس"></d2l-breadcrumb-current-page></d2l-breadcrumbs>
<d2l-tabs><d2l-tab slot="tabs" id="read" text="القراءة"></d2l-tab><d2l-tab-panel slot="panels" labelled-by="read"></d2l-tab-panel><d2l-tab slot="tabs" id="write" text="الكتابة"></d2l-tab><d2l-tab-panel slot="panels" labelled-by="write"></d2l-tab-panel><d2l-tab slot="tabs" id="marks" text="الدرجات"></d2l-tab><d2l-tab-panel slot="panels" labelled-by="marks"></d2l-tab-panel></d2l-tabs>
<div style="display:flex;gap:28px"><div style="flex:1.5">
<div style="display:flex;gap:12px;align-items:center;margin-bottom:6px"><d2l-input-search label="بحث" placeholder="ابحث في الدروس" style="width:260px"></d2l-input-search><d2l-button primary>درس جديد</d2l-button><d2l-button-split text="نشر"><d2l-button-split-item text="لاحقا"></d2l-button-split-item></d2l-button-split><d2l-button-icon icon="tier1:print" text="طباعة"></d2l-button-icon></div>
<d2l-list id="lessons"><d2l-list-controls slot="controls" no-sticky><d2l-selection-action icon="tier1:delete" text="حذف" requires-selection></d2l-selection-action><d2l-selection-action icon="tier1:download" text="تنزيل"></d2l-selection-action></d2l-list-controls>
${LESSONS.map(([name, long, taken], n) => `<d2l-list-item href="#l${n}" selectable key="${n}" label="${name}" ${taken ? "selected" : ""}><d2l-list-item-content><div>${name}</div><div slot="supporting-info">${long}</div></d2l-list-item-content><div slot="actions"><d2l-button-icon icon="tier1:edit" text="تحرير"></d2l-button-icon><d2l-dropdown-more text="المزيد"><d2l-dropdown-menu><d2l-menu label="أفعال"><d2l-menu-item text="نسخ"></d2l-menu-item></d2l-menu></d2l-dropdown-menu></d2l-dropdown-more></div></d2l-list-item>`).join("")}</d2l-list>
<d2l-collapsible-panel panel-title="كلمات هذا الأسبوع" style="margin-top:10px"><p>سفينة، شراع</p></d2l-collapsible-panel>
<d2l-tag-list description="كلمات" clearable style="margin-top:10px"><d2l-tag-list-item text="بحر"></d2l-tag-list-item><d2l-tag-list-item text="سوق"></d2l-tag-list-item><d2l-tag-list-item text="خبز"></d2l-tag-list-item></d2l-tag-list></div>
<div style="flex:1"><div style="display:flex;gap:12px"><d2l-input-date label="إلى يوم" value="2026-06-20"></d2l-input-date><d2l-input-number label="الصفحات" value="12"></d2l-input-number></div>
<div style="display:flex;gap:24px;margin-top:10px"><d2l-input-radio-group label="اللغة" name="tongue"><d2l-input-radio label="الفرنسية" value="f" checked></d2l-input-radio><d2l-input-radio label="الألمانية" value="g"></d2l-input-radio><d2l-input-radio label="اللاتينية" value="l" disabled></d2l-input-radio></d2l-input-radio-group>
<div><d2l-input-checkbox label="مع صوت" checked></d2l-input-checkbox><d2l-input-checkbox label="مع صور"></d2l-input-checkbox><d2l-switch text="مرئي للجميع" on></d2l-switch></div></div>
<d2l-calendar selected-value="2026-06-16" label="التقويم"></d2l-calendar></div></div></div>`;
setTimeout(() => { document.body.dataset.ready = 1; }, 2500);
