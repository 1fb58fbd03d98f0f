import "zone.js";
import "@angular/compiler";
import {Component, provideZoneChangeDetection} from "@angular/core";
import {bootstrapApplication} from "@angular/platform-browser";
import {provideAnimations} from "@angular/platform-browser/animations";
import {FormsModule} from "@angular/forms";
import {CommonModule} from "@angular/common";
import {AccordionModule} from "ngx-bootstrap/accordion";
import {AlertModule} from "ngx-bootstrap/alert";
import {ButtonsModule} from "ngx-bootstrap/buttons";
import {BsDatepickerModule} from "ngx-bootstrap/datepicker";
import {BsDropdownModule} from "ngx-bootstrap/dropdown";
import {PaginationModule} from "ngx-bootstrap/pagination";
import {RatingModule} from "ngx-bootstrap/rating";
import {SortableModule} from "ngx-bootstrap/sortable";
import {TabsModule} from "ngx-bootstrap/tabs";
import {TimepickerModule} from "ngx-bootstrap/timepicker";
import {TypeaheadModule} from "ngx-bootstrap/typeahead";
import "bootstrap/dist/css/bootstrap.rtl.css";
import "./node_modules/ngx-bootstrap/datepicker/bs-datepicker.css";

@Component({selector: "app-root", imports: [FormsModule, CommonModule, AccordionModule, AlertModule, ButtonsModule, BsDatepickerModule, BsDropdownModule, PaginationModule, RatingModule, SortableModule, TabsModule, TimepickerModule, TypeaheadModule], template: `
<nav class="navbar navbar-expand bg-light border-bottom px-3 py-1"><a class="navbar-brand" href="#bayit">ספריית הנמל</a><ul class="navbar-nav"><li class="nav-item"><a class="nav-link active" href="#sfarim">ספרים</a></li><li class="nav-item"><a class="nav-link" href="#korim">קוראים</a></li></ul><div class="ms-auto d-flex gap-2"><div class="btn-group" dropdown [isOpen]="true" [autoClose]="false"><button dropdownToggle type="button" class="btn btn-sm btn-outline-primary dropdown-toggle">ייצוא</button><ul *dropdownMenu class="dropdown-menu" role="menu"><li role="menuitem"><a class="dropdown-item" href="#tavla">כטבלה</a></li><li role="menuitem"><a class="dropdown-item" href="#michtav">כמכתב</a></li><li class="divider dropdown-divider"></li><li role="menuitem"><a class="dropdown-item disabled" href="#hadpasa">הדפסה</a></li></ul></div><button class="btn btn-sm btn-primary" (click)="go()">ספר חדש</button></div></nav>
<div class="p-3 d-flex gap-4" style="height:745px;overflow:hidden"><div style="width:600px"><alert type="warning" [dismissible]="true">הספרייה סגורה ביום שישי.</alert>
<tabset><tab heading="מושאלים"></tab><tab heading="על המדף"></tab><tab heading="אבודים" [disabled]="true"></tab></tabset>
<div class="input-group input-group-sm my-2"><input class="form-control" [(ngModel)]="find" [typeahead]="names" placeholder="חיפוש ספר"><button class="btn btn-outline-secondary" (click)="go()">חיפוש</button></div>
<table class="table table-sm align-middle"><thead><tr><th><input type="checkbox" class="form-check-input" aria-label="הכול"></th><th role="button" (click)="flip()">שם {{up ? "▲" : "▼"}}</th><th>קורא</th><th>ימים</th><th></th></tr></thead><tbody><tr *ngFor="let row of rows"><td><input type="checkbox" class="form-check-input"></td><td><a [href]="'#' + row[0]">{{row[0]}}</a></td><td>{{row[1]}}</td><td>{{row[2]}}</td><td class="text-end"><button class="btn btn-sm btn-link py-0" (click)="go()">עריכה</button><button class="btn btn-sm btn-outline-danger py-0" aria-label="מחיקה" (click)="go()">×</button></td></tr></tbody></table>
<pagination [totalItems]="50" [(ngModel)]="page" class="pagination-sm" [maxSize]="4" [boundaryLinks]="true" firstText="ראשון" lastText="אחרון" previousText="הקודם" nextText="הבא"></pagination>
<div class="d-flex gap-3 align-items-center"><div class="btn-group" dropdown><button type="button" class="btn btn-sm btn-success" (click)="go()">החזרה</button><button type="button" dropdownToggle class="btn btn-sm btn-success dropdown-toggle dropdown-toggle-split"><span class="visually-hidden">עוד</span></button><ul *dropdownMenu class="dropdown-menu"><li><a class="dropdown-item" href="#">x</a></li></ul></div><button class="btn btn-sm btn-outline-dark" [(ngModel)]="only" btnCheckbox tabindex="0">רק באיחור</button><div class="btn-group btn-group-sm"><label class="btn btn-outline-primary" [(ngModel)]="view" btnRadio="d" tabindex="0" role="button">יום</label><label class="btn btn-outline-primary" [(ngModel)]="view" btnRadio="w" tabindex="0" role="button">שבוע</label></div><rating [(ngModel)]="stars" [max]="5"></rating></div></div>
<div style="width:150px"><timepicker [(ngModel)]="time" [showMeridian]="false"></timepicker></div>
<div style="width:250px;padding-top:120px"><label for="k" class="form-label mb-0">סוג</label><select id="k" class="form-select form-select-sm"><option>שירה</option><option>מסע</option></select><label for="u" class="form-label mb-0">עד</label><input id="u" class="form-control form-control-sm" bsDatepicker placeholder="בחירת יום"><div class="form-check mt-2"><input class="form-check-input" type="radio" name="w" id="w1" checked><label for="w1">באולם</label></div><div class="form-check"><input class="form-check-input" type="radio" name="w" id="w2"><label for="w2">בבית</label></div><div class="form-check form-switch"><input class="form-check-input" type="checkbox" id="s" checked><label for="s">תזכורת</label></div><input type="range" class="form-range" aria-label="גודל"><textarea class="form-control form-control-sm" rows="2" placeholder="הערה"></textarea>
<accordion class="d-block mt-2"><accordion-group heading="כללים" [isOpen]="true">ראו <a href="#reshima">רשימה</a>.</accordion-group><accordion-group heading="מחירים">5</accordion-group></accordion><div class="d-flex gap-2 mt-2"><button class="btn btn-sm btn-primary" (click)="go()">שמירה</button><button class="btn btn-sm btn-light" (click)="go()">ביטול</button><button class="btn btn-sm btn-secondary" disabled>שליחה</button></div></div></div>`})
class App {
  count = 0; find = ""; names = ["ים", "הר"]; page = 2; only = true; view = "d"; stars = 3; up = true; day = new Date(2026, 2, 18); time = new Date(2026, 2, 18, 9, 30);
  rows = [["ים ורוח", "דנה", 4], ["דרך ההר", "יואב", 11], ["לילה לבן", "נועה", 2], ["גשר ישן", "אורי", 7]];
  go() { this.count++; }
  flip() { this.up = !this.up; this.rows.reverse(); }
}
document.documentElement.dir = "rtl"; document.documentElement.lang = "he";
document.querySelector("#root")!.append(document.createElement("app-root"));
bootstrapApplication(App, {providers: [provideZoneChangeDetection(), provideAnimations()]}).then(() => setTimeout(() => { document.body.dataset.ready = "1"; }, 1500), error => { document.title = String(error); });
