import "zone.js";
import "@angular/localize/init";
import "@angular/compiler";
import {Component, provideZoneChangeDetection} from "@angular/core";
import {bootstrapApplication} from "@angular/platform-browser";
import {FormsModule} from "@angular/forms";
import {CommonModule} from "@angular/common";
import {NgbModule} from "@ng-bootstrap/ng-bootstrap";
import "bootstrap/dist/css/bootstrap.css";

@Component({selector: "app-root", imports: [FormsModule, CommonModule, NgbModule], template: `
<div class="p-3" style="height:800px;overflow:hidden"><div class="d-flex gap-3 align-items-center border-bottom pb-2 mb-3"><b class="me-auto">Huoneet</b><div ngbDropdown class="d-inline-block"><button class="btn btn-sm btn-outline-secondary" ngbDropdownToggle>Talo A</button><div ngbDropdownMenu><button ngbDropdownItem>Talo B</button></div></div><a href="#ohje">Ohje</a><button class="btn btn-sm btn-primary">Uusi varaus</button></div>
<ngb-alert type="info" (closed)="told = false" *ngIf="told">Sauna on kiinni tänään.</ngb-alert>
<div class="d-flex gap-4"><div style="width:330px"><ngb-datepicker [(ngModel)]="day" [startDate]="day" navigation="select" outsideDays="hidden"></ngb-datepicker><div class="mt-3"><ngb-timepicker [(ngModel)]="time"></ngb-timepicker></div><ngb-rating [(rate)]="stars" [max]="5" class="fs-4"></ngb-rating></div>
<div style="width:520px"><ul ngbNav #nav="ngbNav" [(activeId)]="tab" class="nav-tabs mb-2"><li [ngbNavItem]="1"><button ngbNavLink>Varaukset</button></li><li [ngbNavItem]="2"><button ngbNavLink>Vieraat</button></li><li [ngbNavItem]="3" [disabled]="true"><button ngbNavLink>Arkisto</button></li></ul>
<div class="input-group input-group-sm mb-2"><input class="form-control" placeholder="Etsi vieras" /><button class="btn btn-outline-secondary">Etsi</button></div>
<table class="table table-sm table-hover align-middle"><thead><tr><th><input type="checkbox" class="form-check-input" aria-label="Kaikki" /></th><th style="cursor:pointer" (click)="flip()">Vieras {{up ? "▲" : "▼"}}</th><th>Huone</th><th></th></tr></thead><tbody><tr *ngFor="let row of rows"><td><input type="checkbox" class="form-check-input" /></td><td><a href="#{{row[0]}}">{{row[0]}}</a></td><td>{{row[1]}}</td><td class="text-end"><button class="btn btn-sm btn-link" (click)="flip()">Muuta</button> <button class="btn btn-sm btn-outline-danger" aria-label="Poista">×</button></td></tr></tbody></table>
<ngb-pagination [collectionSize]="50" [(page)]="page" [boundaryLinks]="true" [maxSize]="4" size="sm"></ngb-pagination>
<div class="d-flex gap-3 align-items-center"><div class="btn-group btn-group-sm"><input type="radio" class="btn-check" id="b1" name="b" [(ngModel)]="view" value="d" /><label class="btn btn-outline-primary" for="b1">Päivä</label><input type="radio" class="btn-check" id="b2" name="b" [(ngModel)]="view" value="w" /><label class="btn btn-outline-primary" for="b2">Viikko</label></div><div class="form-check form-switch"><input class="form-check-input" type="checkbox" id="s" checked /><label for="s">Aamiainen</label></div><select class="form-select form-select-sm" style="width:120px"><option>Kevät</option><option>Syksy</option></select><input type="range" class="form-range" style="width:100px" /></div></div>
<div style="width:320px"><div ngbAccordion><div ngbAccordionItem [collapsed]="false"><h2 ngbAccordionHeader><button ngbAccordionButton>Säännöt</button></h2><div ngbAccordionCollapse><div ngbAccordionBody>Katso <a href="#lista">lista</a>.</div></div></div><div ngbAccordionItem><h2 ngbAccordionHeader><button ngbAccordionButton>Hinnat</button></h2><div ngbAccordionCollapse><div ngbAccordionBody>50</div></div></div></div>
<ngb-carousel [interval]="0" class="mt-3" style="outline:none"><ng-template ngbSlide><div style="height:110px;background:#7aa" class="p-3">Järvi</div></ng-template><ng-template ngbSlide><div style="height:110px;background:#a97" class="p-3">Metsä</div></ng-template></ngb-carousel>
<ngb-toast header="Ann" [autohide]="false" class="mt-3" *ngIf="news" (hidden)="news = false">Avain on <a href="#avain">tiskillä</a>.</ngb-toast><div class="input-group input-group-sm mt-3"><input class="form-control" ngbDatepicker #d="ngbDatepicker" [(ngModel)]="day" /><button class="btn btn-outline-secondary" (click)="d.toggle()">📅</button></div><textarea class="form-control mt-2" rows="2" placeholder="Toive"></textarea><button class="btn btn-success btn-sm mt-2">Tallenna</button> <button class="btn btn-light btn-sm mt-2">Peru</button></div></div></div>`})
class App {
  told = true; news = true; day = {year: 2026, month: 3, day: 18}; time = {hour: 8, minute: 30, second: 0}; stars = 3; tab = 1; page = 3; view = "d"; up = true;
  rows = [["Aino", "12"], ["Eero", "7"], ["Helmi", "21"]];
  flip() { this.up = !this.up; this.rows.reverse(); }
}
document.querySelector("#root")!.append(document.createElement("app-root"));
bootstrapApplication(App, {providers: [provideZoneChangeDetection()]}).then(() => setTimeout(() => { document.body.dataset.ready = "1"; }, 1000), error => { document.title = String(error); });
