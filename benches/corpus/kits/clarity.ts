import "zone.js";
import "@angular/compiler";
import {Component, provideZoneChangeDetection} from "@angular/core";
import {bootstrapApplication} from "@angular/platform-browser";
import {provideNoopAnimations} from "@angular/platform-browser/animations";
import {FormsModule} from "@angular/forms";
import {CommonModule} from "@angular/common";
import {ClarityModule} from "@clr/angular";
import "@clr/ui/clr-ui.min.css";

@Component({selector: "app-root", imports: [ClarityModule, FormsModule, CommonModule], template: `
<div class="main-container">
  <header class="header header-6"><div class="branding"><a href="#home"><span class="title">Machines</span></a></div>
    <div class="header-nav"><a href="#list" class="active nav-link nav-text">List</a><a href="#load" class="nav-link nav-text">Load</a></div>
    <div class="header-actions"><clr-dropdown><button class="nav-text" clrDropdownTrigger>Ann</button><clr-dropdown-menu *clrIfOpen clrPosition="bottom-right"><a clrDropdownItem>Sign out</a></clr-dropdown-menu></clr-dropdown></div></header>
  <nav class="subnav"><ul class="nav"><li class="nav-item"><a class="nav-link active" href="#all">All</a></li><li class="nav-item"><a class="nav-link" href="#mine">Mine</a></li><li class="nav-item"><a class="nav-link" href="#old">Retired</a></li></ul></nav>
  <div class="content-container">
    <clr-vertical-nav [clrVerticalNavCollapsible]="true"><clr-tree><clr-tree-node *ngFor="let place of places" [clrExpanded]="place.open" [clrSelected]="place.picked"><span>{{place.name}}</span><ng-container *ngFor="let one of place.rooms"><clr-tree-node [clrSelected]="one === 'Room 2'">{{one}}</clr-tree-node></ng-container></clr-tree-node></clr-tree></clr-vertical-nav>
    <main class="content-area">
      <clr-alert [clrAlertType]="'warning'" [clrAlertClosable]="true"><clr-alert-item><span class="alert-text">Two machines are late with their updates.</span><div class="alert-actions"><button class="btn alert-action">Update now</button></div></clr-alert-item></clr-alert>
      <clr-datagrid [(clrDgSelected)]="chosen"><clr-dg-action-bar><div class="btn-group"><button class="btn btn-sm btn-secondary">New</button><button class="btn btn-sm btn-secondary" disabled>Start</button><button class="btn btn-sm btn-secondary">Stop</button></div></clr-dg-action-bar>
        <clr-dg-column [clrDgField]="'name'" [clrDgSortOrder]="1">Name</clr-dg-column><clr-dg-column [clrDgField]="'place'">Place</clr-dg-column><clr-dg-column [clrDgField]="'state'">State</clr-dg-column><clr-dg-column [clrDgField]="'load'">Load</clr-dg-column>
        <clr-dg-row *clrDgItems="let one of rows" [clrDgItem]="one"><clr-dg-action-overflow><button class="action-item">Edit</button><button class="action-item">Delete</button></clr-dg-action-overflow>
          <clr-dg-cell><a href="#m">{{one.name}}</a></clr-dg-cell><clr-dg-cell>{{one.place}}</clr-dg-cell><clr-dg-cell>{{one.state}}</clr-dg-cell><clr-dg-cell>{{one.load}} %</clr-dg-cell>
          <clr-dg-row-detail *clrIfExpanded="one.name === 'mail-2'">Runs since 3 March, 4 cores.</clr-dg-row-detail></clr-dg-row>
        <clr-dg-footer><clr-dg-pagination #page [clrDgPageSize]="5"><clr-dg-page-size [clrPageSizeOptions]="[5, 10]">Machines a page</clr-dg-page-size>{{page.firstItem + 1}} - {{page.lastItem + 1}} of {{page.totalItems}}</clr-dg-pagination></clr-dg-footer></clr-datagrid>
      <form clrForm clrLayout="compact"><div class="clr-row"><div class="clr-col-6"><clr-toggle-wrapper><input type="checkbox" clrToggle name="wake" [(ngModel)]="wake" /><label>Wake at seven</label></clr-toggle-wrapper>
        <clr-input-container><label>Name begins</label><input clrInput name="word" [(ngModel)]="word" /></clr-input-container></div>
        <div class="clr-col-6"><clr-select-container><label>Kind</label><select clrSelect name="kind" [(ngModel)]="kind"><option>small</option><option>large</option></select></clr-select-container>
        <clr-date-container><label>Until</label><input type="date" clrDate name="day" [(ngModel)]="day" /></clr-date-container></div></div></form>
    </main></div></div>`})
class App {
  places = [{name: "Oslo", open: true, picked: false, rooms: ["Room 1", "Room 2"]}, {name: "Lima", open: false, picked: false, rooms: ["Room 3"]}, {name: "Cairo", open: true, picked: true, rooms: ["Room 4"]}];
  rows = ["web-1", "web-2", "mail-1", "mail-2", "queue", "report", "backup", "print"].map((name, n) => ({name, place: ["Oslo", "Lima", "Cairo"][n % 3], state: n % 4 === 3 ? "stopped" : "running", load: n * 13 % 90}));
  chosen = [this.rows[2]];
  wake = true; word = "mail"; kind = "large"; day = "03/18/2026";
}
document.querySelector("#root")!.replaceWith(document.createElement("app-root"));
bootstrapApplication(App, {providers: [provideZoneChangeDetection(), provideNoopAnimations()]}).then(() => { document.body.dataset.ready = "1"; }, e => { document.title = String(e); console.error(e); });
document.body.setAttribute("cds-theme", "dark"); document.body.setAttribute("clr-theme", "dark");
