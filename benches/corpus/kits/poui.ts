import "zone.js";
import "@angular/compiler";
import {Component, importProvidersFrom, provideZoneChangeDetection, ViewChild} from "@angular/core";
import {bootstrapApplication} from "@angular/platform-browser";
import {provideNoopAnimations} from "@angular/platform-browser/animations";
import {provideHttpClient} from "@angular/common/http";
import {provideRouter} from "@angular/router";
import {FormsModule} from "@angular/forms";
import {PoModule, PoModalComponent} from "@po-ui/ng-components";
import "@po-ui/style/css/po-theme-default-variables.min.css";
import "@po-ui/style/css/po-theme-default.min.css";
import "@po-ui/style/css/po-theme-core.min.css";

@Component({selector: "app-root", imports: [FormsModule, PoModule], template: `
<div style="height:800px;overflow:hidden;position:relative"><po-toolbar p-title="Porto de Lagos" [p-profile]="profile" [p-profile-actions]="doings"></po-toolbar>
<po-menu [p-menus]="menus" [p-filter]="true"></po-menu>
<div style="margin-left:320px;padding:64px 16px 0"><po-breadcrumb [p-items]="path.items"></po-breadcrumb>
<div style="display:flex;gap:8px;align-items:flex-end;margin:6px 0"><po-input name="find" p-label="Procurar" p-placeholder="Nome do barco" [(ngModel)]="find" style="width:240px" p-clean></po-input><po-button p-label="Procurar" (p-click)="go()"></po-button><po-button p-label="Novo barco" p-kind="primary" p-icon="an an-plus" (p-click)="go()"></po-button><po-dropdown p-label="Mais" [p-actions]="more"></po-dropdown></div>
<po-tabs><po-tab p-label="No porto" p-active></po-tab><po-tab p-label="No mar"></po-tab><po-tab p-label="Arquivo" p-disabled></po-tab></po-tabs>
<div style="display:flex;gap:20px"><div style="width:520px"><po-table [p-items]="boats" [p-columns]="columns" [p-actions]="acts" p-selectable p-sort p-hide-columns-manager></po-table></div>
<div style="flex:1"><div class="po-row"><po-select class="po-md-12" name="kind" p-label="Tipo" [p-options]="kinds" [(ngModel)]="kind"></po-select><po-datepicker class="po-md-12" name="day" p-label="Chegada" [(ngModel)]="day" p-clean></po-datepicker><po-radio-group class="po-md-12" name="way" p-label="Cais" [p-options]="quays" p-columns="2" [(ngModel)]="way"></po-radio-group><po-checkbox-group class="po-md-12" name="needs" p-label="Precisa de" p-columns="2" [p-options]="needs" [(ngModel)]="need"></po-checkbox-group><po-switch class="po-md-12" name="paid" p-label="Pago" p-label-on="Sim" p-label-off="Não" [(ngModel)]="paid"></po-switch></div>
<po-tag p-value="Atrasado" p-type="warning"></po-tag><div style="margin-top:8px"><po-button p-label="Guardar" p-kind="primary" (p-click)="go()"></po-button><po-button p-label="Imprimir" p-disabled></po-button></div></div></div></div></div>`})
class App {
  pressed = 0; find = ""; kind = "vela"; day = "2026-03-18"; way = "norte"; need = ["agua"]; paid = true;
  go = () => { document.title = "Porto " + ++this.pressed; };
  profile = {title: "Ana Reis", subtitle: "ana@example.org"}; doings = [{label: "Perfil", icon: "an an-user", action: this.go}, {label: "Sair", icon: "an an-sign-out", action: this.go}];
  menus = [{label: "Início", icon: "an an-house", shortLabel: "Início", action: this.go}, {label: "Barcos", icon: "an an-boat", shortLabel: "Barcos", subItems: [{label: "No porto", action: this.go}, {label: "No mar", action: this.go}]}, {label: "Clientes", icon: "an an-users", shortLabel: "Clientes", action: this.go}, {label: "Contas", icon: "an an-money", shortLabel: "Contas", subItems: [{label: "Abertas", action: this.go}]}, {label: "Ajuda", icon: "an an-question", shortLabel: "Ajuda", link: "https://example.org/ajuda"}];
  path = {items: [{label: "Início", link: "/"}, {label: "Barcos", link: "/barcos"}, {label: "No porto"}]};
  more = [{label: "Exportar", action: this.go}, {label: "Importar", action: this.go}];
  columns = [{property: "nome", label: "Barco", type: "link", action: this.go}, {property: "dono", label: "Dono"}, {property: "pes", label: "Pés", type: "number"}];
  boats = [["Alba", "Rui", 31], ["Brisa", "Eva", 44], ["Cisne", "Leo", 27], ["Dora", "Ivo", 52]].map(([nome, dono, pes], n) => ({nome, dono, pes, $selected: n === 1}));
  acts = [{label: "Editar", icon: "an an-pencil-simple", action: this.go}, {label: "Apagar", icon: "an an-trash", action: this.go}];
  kinds = [{label: "Vela", value: "vela"}, {label: "Motor", value: "motor"}]; quays = [{label: "Norte", value: "norte"}, {label: "Sul", value: "sul"}]; needs = [{label: "Água", value: "agua"}, {label: "Luz", value: "luz"}];
}
document.documentElement.lang = "pt";
document.querySelector("#root")!.append(document.createElement("app-root"));
bootstrapApplication(App, {providers: [provideZoneChangeDetection(), provideNoopAnimations(), provideHttpClient(), provideRouter([]), importProvidersFrom(PoModule)]}).then(() => setTimeout(() => { document.body.dataset.ready = "1"; }, 2500));
