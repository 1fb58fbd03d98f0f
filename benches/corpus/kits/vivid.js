import "@vonage/vivid/styles/core/all.css";
import "@vonage/vivid/styles/tokens/theme-dark.css";
import * as vivid from "@vonage/vivid";

for (const name of ["Accordion", "AccordionItem", "ActionGroup", "Breadcrumb", "BreadcrumbItem", "Button", "Card", "Checkbox", "Combobox", "Header", "Nav", "NavDisclosure", "NavItem", "NumberField", "Option", "Pagination", "Radio", "RadioGroup", "Select", "Slider", "Switch", "Tab", "TabPanel", "Tabs", "Tag", "TagGroup", "TextArea", "TextField", "TreeItem", "TreeView"])
  vivid[`register${name}`]("vwc");
document.body.classList.add("vvd-root");
document.body.style.cssText = "background:#0d0d0d;color:#fff;font-family:sans-serif";
document.querySelector("#root").innerHTML = `<div style="display:grid;grid-template-columns:220px 1fr 300px;gap:24px;padding:16px;height:800px;box-sizing:border-box;overflow:hidden">
<div><vwc-nav aria-label="Parts"><vwc-nav-item href="#calls" text="Calls" current="page" aria-current="page"></vwc-nav-item><vwc-nav-item href="#lines" text="Lines"></vwc-nav-item><vwc-nav-disclosure label="Doctors" open><vwc-nav-item href="#holm" text="Dr Holm"></vwc-nav-item><vwc-nav-item href="#berg" text="Dr Berg"></vwc-nav-item></vwc-nav-disclosure><vwc-nav-disclosure label="Nurses"><vwc-nav-item href="#vik" text="Vik"></vwc-nav-item></vwc-nav-disclosure></vwc-nav>
<vwc-tree-view style="margin-top:24px"><vwc-tree-item text="Rooms" expanded><vwc-tree-item slot="item" text="North"></vwc-tree-item><vwc-tree-item slot="item" text="South"></vwc-tree-item></vwc-tree-item><vwc-tree-item text="Store"></vwc-tree-item></vwc-tree-view></div>
<div><vwc-breadcrumb><vwc-breadcrumb-item href="#home" text="Clinic"></vwc-breadcrumb-item><vwc-breadcrumb-item href="#day" text="Monday"></vwc-breadcrumb-item><vwc-breadcrumb-item text="Calls"></vwc-breadcrumb-item></vwc-breadcrumb>
<vwc-tabs activeid="t1" style="margin:12px 0"><vwc-tab id="t1" label="Waiting"></vwc-tab><vwc-tab id="t2" label="Answered"></vwc-tab><vwc-tab id="t3" label="Missed"></vwc-tab><vwc-tab-panel>Three people wait.</vwc-tab-panel><vwc-tab-panel>None yet.</vwc-tab-panel><vwc-tab-panel>One.</vwc-tab-panel></vwc-tabs>
<div style="display:grid;grid-template-columns:1fr 1fr;gap:12px"><vwc-text-field label="Name" value="Flo"></vwc-text-field><vwc-select label="Reason"><vwc-option value="a" text="Letter"></vwc-option><vwc-option value="b" text="Pills"></vwc-option></vwc-select><vwc-number-field label="Age" value="30"></vwc-number-field><vwc-combobox label="Doctor"><vwc-option value="h" text="Dr Holm"></vwc-option><vwc-option value="b" text="Dr Berg"></vwc-option></vwc-combobox></div>
<vwc-text-area label="Notes" rows="2" style="width:100%;margin-top:12px"></vwc-text-area>
<vwc-accordion style="margin-top:12px"><vwc-accordion-item heading="Earlier calls" open>In May, about pills.</vwc-accordion-item><vwc-accordion-item heading="Letters">None.</vwc-accordion-item></vwc-accordion>
<div style="display:flex;gap:12px;margin-top:16px"><vwc-button appearance="filled" label="Call back"></vwc-button><vwc-button appearance="outlined" label="Hand on"></vwc-button><vwc-button label="Skip"></vwc-button><vwc-button label="Record" disabled></vwc-button></div>
<vwc-pagination total="5" selected-index="1" style="margin-top:12px"></vwc-pagination></div>
<div><vwc-radio-group label="Ring"><vwc-radio value="1" label="Loud" checked></vwc-radio><vwc-radio value="2" label="Soft"></vwc-radio></vwc-radio-group>
<div style="margin:16px 0;display:grid;gap:8px"><vwc-checkbox label="Needs a ramp" checked></vwc-checkbox><vwc-checkbox label="Speaks Finnish"></vwc-checkbox><vwc-switch label="Take calls" checked></vwc-switch></div>
<vwc-slider aria-label="Loudness" min="0" max="10" value="4"></vwc-slider>
<vwc-tag-group label="Sort" style="margin-top:16px"><vwc-tag label="New" selectable selected></vwc-tag><vwc-tag label="Old" selectable></vwc-tag><vwc-tag label="Child" removable></vwc-tag></vwc-tag-group></div></div>`;
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
