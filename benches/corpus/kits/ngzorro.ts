import "zone.js";
import "@angular/compiler";
import {Component, provideZoneChangeDetection} from "@angular/core";
import {bootstrapApplication} from "@angular/platform-browser";
import {provideNoopAnimations} from "@angular/platform-browser/animations";
import {FormsModule} from "@angular/forms";
import {CommonModule} from "@angular/common";
import {NzLayoutModule} from "ng-zorro-antd/layout";
import {NzMenuModule} from "ng-zorro-antd/menu";
import {NzTableModule} from "ng-zorro-antd/table";
import {NzTreeModule} from "ng-zorro-antd/tree";
import {NzButtonModule} from "ng-zorro-antd/button";
import {NzInputModule} from "ng-zorro-antd/input";
import {NzSelectModule} from "ng-zorro-antd/select";
import {NzDatePickerModule} from "ng-zorro-antd/date-picker";
import {NzSwitchModule} from "ng-zorro-antd/switch";
import {NzTagModule} from "ng-zorro-antd/tag";
import {NzSegmentedModule} from "ng-zorro-antd/segmented";
import {NzBreadCrumbModule} from "ng-zorro-antd/breadcrumb";
import {NzDropDownModule} from "ng-zorro-antd/dropdown";
import {NzInputNumberModule} from "ng-zorro-antd/input-number";
import {en_US, provideNzI18n} from "ng-zorro-antd/i18n";
import "ng-zorro-antd/ng-zorro-antd.min.css";

@Component({selector: "app-root", imports: [FormsModule, CommonModule, NzLayoutModule, NzMenuModule, NzTableModule, NzTreeModule, NzButtonModule, NzInputModule, NzSelectModule, NzDatePickerModule, NzSwitchModule, NzTagModule, NzSegmentedModule, NzBreadCrumbModule, NzDropDownModule, NzInputNumberModule], template: `
<nz-layout style="height:800px"><nz-sider nzCollapsible nzWidth="190px"><ul nz-menu nzTheme="dark" nzMode="inline"><li nz-menu-item nzSelected>Parcels</li><li nz-submenu nzTitle="Depots" nzOpen><ul><li nz-menu-item>North</li><li nz-menu-item>Harbour</li></ul></li><li nz-submenu nzTitle="Drivers"><ul><li nz-menu-item>Shifts</li></ul></li><li nz-menu-item nzDisabled>Archive</li></ul></nz-sider>
<nz-layout><nz-content style="padding:12px"><nz-breadcrumb><nz-breadcrumb-item><a href="#home">Home</a></nz-breadcrumb-item><nz-breadcrumb-item>Parcels</nz-breadcrumb-item></nz-breadcrumb>
  <div style="display:flex;gap:10px;margin:10px 0;flex-wrap:wrap"><input nz-input placeholder="Number" style="width:120px" /><nz-select [(ngModel)]="state" nzAllowClear style="width:130px"><nz-option nzValue="all" nzLabel="All states"></nz-option><nz-option nzValue="late" nzLabel="Late"></nz-option></nz-select><nz-select nzMode="multiple" [(ngModel)]="towns" style="width:210px"><nz-option *ngFor="let one of places" [nzValue]="one" [nzLabel]="one"></nz-option></nz-select><nz-range-picker [(ngModel)]="days"></nz-range-picker><nz-segmented [nzOptions]="['List', 'Map']"></nz-segmented><button nz-button nzType="primary">Find</button><button nz-button nz-dropdown [nzDropdownMenu]="menu">More</button><nz-dropdown-menu #menu="nzDropdownMenu"><ul nz-menu><li nz-menu-item>Print</li></ul></nz-dropdown-menu></div>
  <div style="display:flex;gap:14px"><nz-table #table [nzData]="rows" [nzPageSize]="4" nzShowSizeChanger nzSize="small" style="flex:1"><thead><tr><th [nzChecked]="false" [nzIndeterminate]="true"></th><th></th><th [nzSortFn]="byName" nzSortOrder="ascend">Number</th><th [nzFilters]="filters" [nzFilterFn]="keep">State</th><th [nzSortFn]="byWeight">Weight</th><th>Insured</th><th>Copies</th><th></th></tr></thead>
    <tbody><ng-container *ngFor="let one of table.data"><tr><td [nzChecked]="one.on" (nzCheckedChange)="one.on = $event"></td><td [nzExpand]="one.open" (nzExpandChange)="one.open = $event"></td><td><a href="#p">{{one.name}}</a></td><td><nz-tag [nzColor]="one.late ? 'red' : 'green'">{{one.late ? 'late' : 'on its way'}}</nz-tag></td><td>{{one.weight}} kg</td><td><nz-switch [(ngModel)]="one.safe" nzSize="small"></nz-switch></td><td><nz-input-number [(ngModel)]="one.count" nzSize="small" style="width:60px"></nz-input-number></td><td><a (click)="one.on = false">Stop</a></td></tr><tr [nzExpand]="one.open">From Oslo by the night train.</tr></ng-container></tbody></nz-table>
  <div style="width:200px"><nz-tree [nzData]="nodes" nzCheckable nzShowLine></nz-tree><nz-tag nzMode="closeable">express</nz-tag><nz-tag nzMode="checkable" [nzChecked]="true">cold</nz-tag></div></div></nz-content></nz-layout></nz-layout>`})
class App {
  state = "all"; towns = ["Oslo", "Bergen"]; places = ["Oslo", "Bergen", "Tromsø"]; days = [new Date(2026, 2, 2), new Date(2026, 2, 18)];
  rows = ["P-1007", "P-1012", "P-1044", "P-1051", "P-1060", "P-1083"].map((name, n) => ({name, late: n % 3 === 1, weight: 2 + n * 3, safe: n % 2 === 0, count: n + 1, on: n === 1, open: n === 0}));
  filters = [{text: "late", value: true}]; keep = (values: boolean[], one: any) => values.includes(one.late);
  byName = (a: any, b: any) => a.name.localeCompare(b.name); byWeight = (a: any, b: any) => a.weight - b.weight;
  nodes = [{title: "Norway", key: "n", expanded: true, children: [{title: "Oslo", key: "o", isLeaf: true, checked: true}, {title: "Bergen", key: "b", isLeaf: true}]}, {title: "Sweden", key: "s", children: [{title: "Lund", key: "l", isLeaf: true}]}];
}
document.querySelector("#root")!.append(document.createElement("app-root"));
bootstrapApplication(App, {providers: [provideZoneChangeDetection(), provideNoopAnimations(), provideNzI18n(en_US)]}).then(() => setTimeout(() => { document.body.dataset.ready = "1"; }, 800), error => { document.title = String(error); });
