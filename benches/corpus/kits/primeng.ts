import "zone.js";
import "@angular/compiler";
import {Component, provideZoneChangeDetection} from "@angular/core";
import {bootstrapApplication} from "@angular/platform-browser";
import {provideNoopAnimations} from "@angular/platform-browser/animations";
import {FormsModule} from "@angular/forms";
import {CommonModule} from "@angular/common";
import {providePrimeNG} from "primeng/config";
import Aura from "@primeuix/themes/aura";
import {TreeTableModule} from "primeng/treetable";
import {MenubarModule} from "primeng/menubar";
import {TabsModule} from "primeng/tabs";
import {MultiSelectModule} from "primeng/multiselect";
import {SelectModule} from "primeng/select";
import {DatePickerModule} from "primeng/datepicker";
import {RatingModule} from "primeng/rating";
import {ToggleSwitchModule} from "primeng/toggleswitch";
import {ToggleButtonModule} from "primeng/togglebutton";
import {SelectButtonModule} from "primeng/selectbutton";
import {SplitButtonModule} from "primeng/splitbutton";
import {KnobModule} from "primeng/knob";
import {SliderModule} from "primeng/slider";
import {ChipModule} from "primeng/chip";
import {OrderListModule} from "primeng/orderlist";
import {InputNumberModule} from "primeng/inputnumber";
import {InputTextModule} from "primeng/inputtext";
import {PasswordModule} from "primeng/password";
import {PanelModule} from "primeng/panel";
import {RadioButtonModule} from "primeng/radiobutton";
import {CheckboxModule} from "primeng/checkbox";
import {BreadcrumbModule} from "primeng/breadcrumb";
import {ButtonModule} from "primeng/button";
import "primeicons/primeicons.css";

@Component({selector: "app-root", imports: [FormsModule, CommonModule, TreeTableModule, MenubarModule, TabsModule, MultiSelectModule, SelectModule, DatePickerModule, RatingModule, ToggleSwitchModule, ToggleButtonModule, SelectButtonModule, SplitButtonModule, KnobModule, SliderModule, ChipModule, OrderListModule, InputNumberModule, InputTextModule, PasswordModule, PanelModule, RadioButtonModule, CheckboxModule, BreadcrumbModule, ButtonModule], template: `
<div style="font-family:sans-serif;font-size:14px;padding:10px;height:800px;box-sizing:border-box;overflow:hidden"><p-menubar [model]="menu"></p-menubar>
<div style="display:flex;gap:14px;margin-top:10px"><div style="width:610px"><p-tabs [(value)]="tab"><p-tablist><p-tab value="stock">Stock</p-tab><p-tab value="orders">Orders</p-tab><p-tab value="old" [disabled]="true">Archive</p-tab></p-tablist></p-tabs>
  <p-treetable [value]="nodes" selectionMode="checkbox" [(selectionKeys)]="picked" [paginator]="true" [rows]="2" [rowsPerPageOptions]="[2, 5]"><ng-template #header><tr><th ttSortableColumn="name"><p-treetable-header-checkbox /> Name <p-treetable-sort-icon field="name" /></th><th ttSortableColumn="size">Size <p-treetable-sort-icon field="size" /></th><th style="width:110px"></th></tr></ng-template>
    <ng-template #body let-row let-data="rowData"><tr [ttRow]="row"><td><p-treetable-toggler [rowNode]="row" /><p-treetable-checkbox [value]="row" /> {{data.name}}</td><td>{{data.size}}</td><td><p-button icon="pi pi-pencil" [text]="true" size="small" ariaLabel="Edit {{data.name}}" /><p-button icon="pi pi-trash" [text]="true" severity="danger" size="small" /></td></tr></ng-template></p-treetable>
  <div style="display:flex;gap:10px;margin-top:10px;align-items:center"><p-select [options]="towns" [(ngModel)]="town" [showClear]="true" /><p-multiselect [options]="towns" [(ngModel)]="some" display="chip" /><p-splitbutton label="Send" [model]="more" /><p-togglebutton [(ngModel)]="kept" onLabel="Kept" offLabel="Keep" /></div>
  <div style="display:flex;gap:16px;margin-top:10px;align-items:center"><p-selectbutton [options]="sizes" [(ngModel)]="size" /><p-rating [(ngModel)]="stars" /><p-toggleswitch [(ngModel)]="on" /><span><p-radiobutton name="r" value="land" [(ngModel)]="way" inputId="r1" /> <label for="r1">Land</label></span><span><p-radiobutton name="r" value="sea" [(ngModel)]="way" inputId="r2" /> <label for="r2">Sea</label></span></div>
  <p-panel header="Notes" [toggleable]="true" [style]="{marginTop: '10px'}"><p style="margin:0">Ask <a href="#ann">Ann</a> first.</p></p-panel></div>
<div style="width:310px"><p-datepicker [(ngModel)]="day" [inline]="true" [showWeek]="false" /><p-slider [(ngModel)]="far" [style]="{margin: '18px 8px'}" /><div style="display:flex;gap:12px;align-items:center"><p-knob [(ngModel)]="heat" [size]="70" /><p-inputnumber [(ngModel)]="count" [showButtons]="true" buttonLayout="horizontal" [inputStyle]="{width: '60px'}" /></div><p-chip label="tea" [removable]="true" /> <p-chip label="pots" [removable]="true" /></div>
<div style="width:290px"><p-orderlist [value]="queue" [listStyle]="{height: '150px'}"><ng-template #item let-one>{{one}}</ng-template></p-orderlist><input pInputText [(ngModel)]="word" class="ng-invalid ng-dirty" placeholder="Name" style="width:100%;margin-top:10px" /><p-password [(ngModel)]="secret" [toggleMask]="true" [feedback]="false" [style]="{marginTop: '10px'}" /><div style="margin-top:10px"><p-checkbox [binary]="true" [(ngModel)]="sure" inputId="c1" /> <label for="c1">I am sure</label></div></div></div></div>`})
class App {
  menu = [{label: "File", icon: "pi pi-file", items: [{label: "New", icon: "pi pi-plus", items: [{label: "Order"}, {label: "Customer"}]}, {label: "Open"}, {separator: true}, {label: "Quit", disabled: true}]}, {label: "Help", url: "#help"}, {label: "Account", items: [{label: "Sign out"}]}];
  more = [{label: "Later"}]; tab = "stock"; towns = ["Oslo", "Lima", "Cairo"]; town = "Lima"; some = ["Oslo", "Cairo"]; kept = true; sizes = ["S", "M", "L"]; size = "M"; stars = 3; on = true; way = "sea"; day = new Date(2026, 2, 18); far = 30; heat = 60; count = 4; queue = ["Lima", "Oslo", "Cairo", "Turku"]; word = ""; secret = "shore"; sure = false; picked = {Tea: {partialChecked: true}, Green: {checked: true}};
  nodes = [{key: "Tea", data: {name: "Tea", size: "40"}, expanded: true, children: [{key: "Green", data: {name: "Green", size: "15"}}, {key: "Black", data: {name: "Black", size: "25"}}]}, {key: "Coffee", data: {name: "Coffee", size: "12"}, children: [{key: "Beans", data: {name: "Beans", size: "12"}}]}, {key: "Cups", data: {name: "Cups", size: "90"}}];
}
document.querySelector("#root")!.append(document.createElement("app-root"));
bootstrapApplication(App, {providers: [provideZoneChangeDetection(), provideNoopAnimations(), providePrimeNG({theme: {preset: Aura, options: {darkModeSelector: ".dark"}}})]}).then(() => setTimeout(() => { document.body.dataset.ready = "1"; }, 1000), error => { document.title = String(error); });
