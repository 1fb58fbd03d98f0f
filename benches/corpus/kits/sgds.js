import "@govtechsg/sgds-web-component";
import "@govtechsg/sgds-web-component/themes/day.css";
import "@govtechsg/sgds-web-component/css/sgds.css";

document.head.insertAdjacentHTML("beforeend", '<meta name="viewport" content="width=device-width,initial-scale=1">');
document.querySelector("#root").innerHTML = `<style>main{padding:12px 16px;display:flex;flex-direction:column;gap:14px}.row{display:flex;gap:12px;align-items:center}</style>
<sgds-mainnav expand="lg"><strong slot="brand">Clinic</strong><sgds-mainnav-item><a href="#visits">Visits</a></sgds-mainnav-item><sgds-mainnav-item><a href="#bills">Bills</a></sgds-mainnav-item></sgds-mainnav>
<main><sgds-breadcrumb><sgds-breadcrumb-item><a href="#home">Home</a></sgds-breadcrumb-item><sgds-breadcrumb-item active><a href="#visits">Visits</a></sgds-breadcrumb-item></sgds-breadcrumb>
<sgds-alert show dismissible variant="info" title="Clinic closed on Friday">Book early. <sgds-alert-link href="#days">See the days</sgds-alert-link></sgds-alert>
<sgds-tab-group><sgds-tab slot="nav" panel="next" active>Next</sgds-tab><sgds-tab slot="nav" panel="past">Past</sgds-tab><sgds-tab-panel name="next"></sgds-tab-panel><sgds-tab-panel name="past"></sgds-tab-panel></sgds-tab-group>
<sgds-input label="Name" value="Ann Lim"></sgds-input>
<sgds-select label="Doctor" value="tan"><sgds-select-option value="tan">Dr Tan</sgds-select-option><sgds-select-option value="rao">Dr Rao</sgds-select-option></sgds-select>
<sgds-radio-group label="Reason" value="check"><sgds-radio value="check">Check-up</sgds-radio><sgds-radio value="pain">Pain</sgds-radio></sgds-radio-group>
<div class="row"><sgds-checkbox checked>Bring papers</sgds-checkbox><sgds-switch checked>Remind me</sgds-switch></div>
<sgds-accordion><sgds-accordion-item><div slot="header">What it costs</div><div slot="content">Forty.</div></sgds-accordion-item><sgds-accordion-item><div slot="header">How to get here</div><div slot="content">By bus.</div></sgds-accordion-item></sgds-accordion>
<div class="row"><sgds-button>Book</sgds-button><sgds-button variant="outline">Cancel</sgds-button><sgds-button variant="ghost" disabled>Print</sgds-button><sgds-overflow-menu><sgds-dropdown-item><a href="#move">Move</a></sgds-dropdown-item></sgds-overflow-menu></div></main>`;
setTimeout(() => { document.body.dataset.ready = 1; }, 2500);
