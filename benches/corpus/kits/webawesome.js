import "@awesome.me/webawesome/dist/styles/webawesome.css";
import {registerIconLibrary} from "@awesome.me/webawesome/dist/webawesome.js";
import "@awesome.me/webawesome/dist/components/avatar/avatar.js";
import "@awesome.me/webawesome/dist/components/badge/badge.js";
import "@awesome.me/webawesome/dist/components/breadcrumb/breadcrumb.js";
import "@awesome.me/webawesome/dist/components/breadcrumb-item/breadcrumb-item.js";
import "@awesome.me/webawesome/dist/components/button/button.js";
import "@awesome.me/webawesome/dist/components/button-group/button-group.js";
import "@awesome.me/webawesome/dist/components/callout/callout.js";
import "@awesome.me/webawesome/dist/components/checkbox/checkbox.js";
import "@awesome.me/webawesome/dist/components/color-picker/color-picker.js";
import "@awesome.me/webawesome/dist/components/details/details.js";
import "@awesome.me/webawesome/dist/components/dropdown/dropdown.js";
import "@awesome.me/webawesome/dist/components/dropdown-item/dropdown-item.js";
import "@awesome.me/webawesome/dist/components/icon/icon.js";
import "@awesome.me/webawesome/dist/components/input/input.js";
import "@awesome.me/webawesome/dist/components/option/option.js";
import "@awesome.me/webawesome/dist/components/radio/radio.js";
import "@awesome.me/webawesome/dist/components/radio-group/radio-group.js";
import "@awesome.me/webawesome/dist/components/rating/rating.js";
import "@awesome.me/webawesome/dist/components/select/select.js";
import "@awesome.me/webawesome/dist/components/slider/slider.js";
import "@awesome.me/webawesome/dist/components/switch/switch.js";
import "@awesome.me/webawesome/dist/components/tab-group/tab-group.js";
import "@awesome.me/webawesome/dist/components/tag/tag.js";
import "@awesome.me/webawesome/dist/components/textarea/textarea.js";
import "@awesome.me/webawesome/dist/components/tree/tree.js";

const SIGNS = {bell: "M8 1a4 4 0 0 0-4 4v4l-2 3h12l-2-3V5a4 4 0 0 0-4-4zm-2 12a2 2 0 0 0 4 0", plus: "M7 2h2v5h5v2H9v5H7V9H2V7h5z", bin: "M3 4h10v1H3zm1 2h8l-1 9H5zm2-4h4v1H6z", pen: "M2 14l1-4 8-8 3 3-8 8z"};
registerIconLibrary("default", {resolver: name => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="currentColor" d="${SIGNS[name] || "M3 8l5 5 5-5z"}"/></svg>`)}`, mutator: svg => svg.setAttribute("fill", "currentColor")});
document.documentElement.dir = "rtl";
document.documentElement.lang = "ar";
const row = name => `<tr><td><wa-checkbox aria-label="${name}" size="small"></wa-checkbox></td><td><a href="#${name}">${name}</a></td><td>12</td><td><wa-button size="small" appearance="plain" class="act"><wa-icon name="pen" label="تعديل ${name}"></wa-icon></wa-button><wa-button size="small" appearance="plain" variant="danger" class="act"><wa-icon name="bin" label="حذف ${name}"></wa-icon></wa-button></td></tr>`;
document.querySelector("#root").innerHTML = `<div style="height:800px;overflow:hidden;padding:12px 20px;box-sizing:border-box"><div style="display:flex;gap:12px;align-items:center"><strong style="font-size:20px">مخبز الميناء</strong><wa-input placeholder="ابحث عن طلب" size="small" with-clear value="خبز" style="width:240px"></wa-input><span style="flex:1"></span><wa-button appearance="plain" class="act"><wa-icon name="bell" label="إشعارات"></wa-icon></wa-button><wa-dropdown><wa-button slot="trigger" with-caret size="small">ليلى</wa-button><wa-dropdown-item>الملف</wa-dropdown-item><wa-dropdown-item>خروج</wa-dropdown-item></wa-dropdown></div>
<wa-breadcrumb style="margin:8px 0"><wa-breadcrumb-item href="#home">الرئيسية</wa-breadcrumb-item><wa-breadcrumb-item href="#orders">الطلبات</wa-breadcrumb-item><wa-breadcrumb-item>اليوم</wa-breadcrumb-item></wa-breadcrumb>
<div style="display:grid;grid-template-columns:200px 1fr 360px;gap:24px"><div><wa-tree><wa-tree-item expanded>أفران<wa-tree-item selected>فرن الشمال</wa-tree-item><wa-tree-item>فرن الجنوب</wa-tree-item></wa-tree-item><wa-tree-item>مخازن<wa-tree-item>طحين</wa-tree-item></wa-tree-item><wa-tree-item>المتجر</wa-tree-item></wa-tree><wa-details summary="ملاحظات" style="margin-top:16px">الفرن الثاني بطيء</wa-details><wa-callout variant="warning" style="margin-top:16px">الطحين متأخر. <a href="#flour">اقرأ</a></wa-callout></div>
<div><wa-tab-group><wa-tab panel="a">اليوم</wa-tab><wa-tab panel="b">الأسبوع</wa-tab><wa-tab panel="c" disabled>قديم</wa-tab><wa-tab-panel name="a"><table style="width:100%"><tr><th></th><th style="text-align:start">الطلب</th><th style="text-align:start">العدد</th><th></th></tr>${["قمح", "شعير", "شوفان"].map(row).join("")}</table></wa-tab-panel></wa-tab-group><div style="display:flex;gap:8px;margin-top:16px;align-items:center"><wa-button-group label="عرض"><wa-button size="small" class="act">قائمة</wa-button><wa-button size="small" class="act">شبكة</wa-button></wa-button-group><wa-tag with-remove>عاجل</wa-tag><wa-tag>هدية</wa-tag><wa-rating value="3"></wa-rating></div><div style="margin-top:16px"><wa-dropdown id="open"><wa-button slot="trigger" with-caret class="act">إجراءات</wa-button><wa-dropdown-item>تصدير</wa-dropdown-item><wa-dropdown-item type="checkbox" checked>إظهار القديم</wa-dropdown-item><wa-divider></wa-divider><wa-dropdown-item disabled>دمج</wa-dropdown-item><wa-dropdown-item variant="danger">حذف الكل</wa-dropdown-item></wa-dropdown></div></div>
<div style="display:grid;gap:12px"><wa-input label="الاسم" value="ليلى"></wa-input><wa-input label="كلمة السر" type="password" password-toggle value="secret"></wa-input><wa-select label="النوع" value="bread"><wa-option value="bread">خبز</wa-option><wa-option value="cake">كعك</wa-option></wa-select><wa-radio-group label="التسليم" value="shop" orientation="horizontal"><wa-radio value="shop">متجر</wa-radio><wa-radio value="home">منزل</wa-radio></wa-radio-group><wa-slider label="الحرارة" value="60"></wa-slider><div style="display:flex;gap:16px"><wa-checkbox checked>مقطع</wa-checkbox><wa-switch checked>يومي</wa-switch></div><wa-textarea label="ملاحظة" rows="2"></wa-textarea><wa-color-picker label="لون" value="#3366cc"></wa-color-picker><div style="display:flex;gap:8px"><wa-button variant="brand" class="act">حفظ</wa-button><wa-button appearance="outlined" class="act">إلغاء</wa-button><wa-button disabled>طباعة</wa-button></div></div></div></div>`;
let pressed = 0;
for (const each of document.querySelectorAll(".act")) each.addEventListener("click", () => { document.title = `مخبز ${++pressed}`; });
setTimeout(() => { document.body.dataset.ready = 1; }, 2500);
