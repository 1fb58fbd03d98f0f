"""Pages of component libraries that were new to the comparison rules when added, in two sets.

The rules were improved after making changes on `FIRST`; `SECOND` was used only afterwards. The
packages are downloaded by npm (`--ignore-scripts`) into the folder of the recorded screens, by the
names in PACKAGES.
"""

# ruff: noqa: E501 (lines of HTML are not wrapped)
from __future__ import annotations

import json

from markup import css, js, times

__all__ = ["BUNDLED", "FIRST", "PACKAGES", "SECOND", "STATIC"]

PACKAGES = [
    "vuetify@3", "vue@3", "@blueprintjs/core@5", "@mantine/core@7", "@mantine/hooks@7", "@uswds/uswds@3",
    "govuk-frontend@5", "@ionic/core@8", "handsontable@14", "jquery-ui-dist",
    "rsuite@5", "@ui5/webcomponents@2", "@ui5/webcomponents-icons@2", "quasar@2", "naive-ui@2", "@coreui/coreui@5", "beercss@3",
    "mdui@2", "ant-design-vue@4", "primereact@10", "primeicons@7",
]  # fmt: skip
FIRST = (
    "vuetify", "blueprint", "mantine", "uswds", "govuk", "ionic", "handsontable", "jqueryui",
)  # fmt: skip
SECOND = (
    "rsuite", "ui5", "quasar", "naive", "coreui", "beercss", "mdui", "antdv", "primereact",
)  # fmt: skip

WORDS = ["Overview", "Orders", "Invoices", "Customers", "Reports", "Team"]
CITIES = ["Oslo", "Lima", "Cairo", "Delhi", "Turin", "Quito"]


def _all(form: str) -> str:
    return "".join(form.replace("#", word) for word in WORDS)


def _picture(color: str) -> str:
    drawn = f"%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='{color}'/%3E%3Ccircle cx='20' cy='20' r='12' fill='white'/%3E%3C/svg%3E"
    return f'<img src="data:image/svg+xml,{drawn}" alt="Picture in {color}" width="40" height="40">'


PICTURES = " ".join(map(_picture, ("teal", "navy", "olive")))
_ROWS = "".join(
    f"<tr><td><a href=#>Order 10{n}</a></td><td>{city}</td><td>{12.5 * (n + 1)}</td>"
    f"<td><button type=button class='BUTTON'>Edit {n}</button></td></tr>"
    for n, city in enumerate(CITIES)
)


def _table(kind: str, button: str) -> str:
    head = "<thead><tr><th>Order</th><th>City</th><th>Price</th><th>Do</th></tr></thead>"
    return f"<table class='{kind}'>{head}<tbody>{_ROWS.replace('BUTTON', button)}</tbody></table>"


STATIC = {
    "uswds": css("@uswds/uswds/dist/css/uswds.min.css")
    + "<header class='usa-header usa-header--basic'><div class='usa-nav-container'><div class='usa-navbar'><div class='usa-logo'><em class='usa-logo__text'><a href=#>Harbour office</a></em></div></div>"
    + f"<nav class='usa-nav'><ul class='usa-nav__primary'>{_all('<li class=usa-nav__primary-item><a href=# class=usa-nav-link><span>#</span></a></li>')}</ul></nav></div></header>"
    + f"<div class='grid-container'><div class='grid-row grid-gap'><div class='grid-col-3'><ul class='usa-sidenav'>{_all('<li class=usa-sidenav__item><a href=#>#</a></li>')}</ul>{PICTURES}</div>"
    + "<div class='grid-col-9'><div class='usa-alert usa-alert--info usa-alert--slim'><div class='usa-alert__body'><p class='usa-alert__text'>Two ships wait.</p></div></div>"
    + "<form class='usa-form'><label class='usa-label' for=n>Name</label><input class='usa-input' id=n name=n><label class='usa-label' for=s>Port</label><select class='usa-select' id=s><option>Oslo<option>Lima</select>"
    + times(
        2,
        "<div class='usa-checkbox'><input class='usa-checkbox__input' id=c# type=checkbox><label class='usa-checkbox__label' for=c#>Choice #</label></div>",
    )
    + f"<button type=button class='usa-button'>Send</button></form>{_table('usa-table', 'usa-button usa-button--unstyled')}</div></div></div>",
    "govuk": css("govuk-frontend/dist/govuk/govuk-frontend.min.css")
    + "<div class='govuk-width-container'><div class='govuk-breadcrumbs'><ol class='govuk-breadcrumbs__list'>"
    + times(
        3,
        "<li class='govuk-breadcrumbs__list-item'><a class='govuk-breadcrumbs__link' href=#>Level #</a></li>",
    )
    + "</ol></div><div class='govuk-grid-row'><div class='govuk-grid-column-two-thirds'><h1 class='govuk-heading-l'>Your boat</h1><div class='govuk-form-group'><label class='govuk-label' for=n>Name of it</label><div class='govuk-hint'>As on the hull</div><input class='govuk-input' id=n></div>"
    + "<div class='govuk-radios govuk-radios--small govuk-radios--inline'>"
    + times(
        3,
        "<div class='govuk-radios__item'><input class='govuk-radios__input' id=r# name=r type=radio><label class='govuk-label govuk-radios__label' for=r#>Kind #</label></div>",
    )
    + "</div><dl class='govuk-summary-list'>"
    + _all(
        "<div class='govuk-summary-list__row'><dt class='govuk-summary-list__key'>#</dt><dd class='govuk-summary-list__value'>Nothing of #</dd><dd class='govuk-summary-list__actions'><a class='govuk-link' href=#>Change #</a></dd></div>"
    )
    + f"</dl><button class='govuk-button'>Save</button></div><div class='govuk-grid-column-one-third'><div class='govuk-inset-text'>It takes ten minutes.</div>{PICTURES}<strong class='govuk-tag'>Draft</strong> <strong class='govuk-tag govuk-tag--green'>Paid</strong></div></div></div>",
    "ionic": css("@ionic/core/css/ionic.bundle.css")
    + "<script type=module src='node_modules/@ionic/core/dist/ionic/ionic.esm.js'></script><ion-app><ion-header><ion-toolbar><ion-buttons slot=start><ion-button>Back</ion-button></ion-buttons><ion-title>Mail</ion-title><ion-buttons slot=end><ion-button>Edit</ion-button></ion-buttons></ion-toolbar></ion-header><ion-content>"
    + f"<ion-segment value=Orders>{_all('<ion-segment-button value=#><ion-label>#</ion-label></ion-segment-button>')}</ion-segment><ion-list>"
    + _all(
        "<ion-item button><ion-label><h2>#</h2><p>Words about #</p></ion-label><ion-badge slot=end>7</ion-badge></ion-item>"
    )
    + "<ion-item><ion-input label=Name placeholder='Your name'></ion-input></ion-item><ion-item><ion-toggle>Sound</ion-toggle></ion-item><ion-item><ion-checkbox>Agree</ion-checkbox></ion-item></ion-list>"
    + f"{PICTURES} <ion-button>Save</ion-button> <ion-button fill=outline>Undo</ion-button> <ion-chip>Chip one</ion-chip></ion-content></ion-app>",
    "handsontable": css("handsontable/dist/handsontable.full.min.css")
    + js("handsontable/dist/handsontable.full.min.js")
    + f"{PICTURES}<p><button>Save</button> <button>Undo</button></p><div id=g></div><script>const cities = {json.dumps(CITIES)};"
    + "new Handsontable(g, {data: [...Array(18)].map((_, i) => ['Order ' + i, cities[i % 6], 12.5 * i, i % 3 === 0, '2026-11-' + (i + 10)]), colHeaders: ['Order', 'City', 'Price', 'Done', 'Day'], rowHeaders: true, columns: [{}, {type: 'dropdown', source: cities}, {type: 'numeric'}, {type: 'checkbox'}, {}], contextMenu: true, dropdownMenu: true, filters: true, licenseKey: 'non-commercial-and-evaluation'});</script>",
    "jqueryui": css("jquery-ui-dist/jquery-ui.min.css")
    + js("jquery/dist/jquery.min.js")
    + js("jquery-ui-dist/jquery-ui.min.js")
    + f"<style>body{{font:14px sans-serif}}</style><div id=tabs><ul>{times(4, '<li><a href=#t#>Part #</a></li>')}</ul>{times(4, '<div id=t#><p>Words of part #, and more.</p></div>')}</div>"
    + f"<div style='display:flex;gap:20px'><ul id=menu style='width:160px'>{_all('<li><div>#</div></li>')}</ul><div id=acc style='width:300px'>{times(3, '<h3>Section #</h3><div>About section #</div>')}</div><div id=day></div></div>"
    + f"<p>{PICTURES} <button class=b>Save</button> <button class=b>Undo</button> <input type=checkbox class=c id=c1><label for=c1>Loud</label> <input id=sp value=3></p><div id=slide style='width:300px'></div><select id=sel><option>Oslo<option>Lima</select>"
    + "<script>$('#tabs').tabs();$('#menu').menu();$('#acc').accordion();$('#day').datepicker({defaultDate: new Date(2026, 10, 12)});$('.b').button();$('.c').checkboxradio();$('#sp').spinner();$('#slide').slider({value: 40});$('#sel').selectmenu();</script>",
    "vuetify": css("vuetify/dist/vuetify.min.css")
    + js("vue/dist/vue.global.prod.js")
    + js("vuetify/dist/vuetify.min.js")
    + "<div id=app><v-app><v-app-bar title='Harbour' density=compact><v-btn>Help</v-btn><v-btn>Sign in</v-btn></v-app-bar><v-navigation-drawer permanent width=200><v-list nav density=compact><v-list-item v-for='w in words' :title='w' :key='w' :value='w'></v-list-item></v-list></v-navigation-drawer><v-main class='pa-4'>"
    + "<v-tabs model-value=0><v-tab v-for='w in words' :key='w'>{{w}}</v-tab></v-tabs><div class='d-flex ga-2 my-2'><v-btn color=primary>Save</v-btn><v-btn variant=outlined>Undo</v-btn><v-chip v-for='w in words' :key='w'>{{w}}</v-chip></div>"
    + f"{PICTURES}<div class='d-flex ga-2'><v-text-field label=Name></v-text-field><v-select label=City :items='cities'></v-select></div><v-checkbox label=Agree density=compact hide-details></v-checkbox><v-switch label=Sound density=compact hide-details></v-switch>"
    + "<v-table density=compact><thead><tr><th>Order</th><th>City</th><th>Do</th></tr></thead><tbody><tr v-for='c in cities'><td>Order of {{c}}</td><td>{{c}}</td><td><v-btn size=small>Edit</v-btn></td></tr></tbody></v-table></v-main></v-app></div>"
    + f"<script>Vue.createApp({{setup: () => ({{words: {json.dumps(WORDS)}, cities: {json.dumps(CITIES)}}})}}).use(Vuetify.createVuetify()).mount('#app')</script>",
    "quasar": css("quasar/dist/quasar.prod.css")
    + js("vue/dist/vue.global.prod.js")
    + js("quasar/dist/quasar.umd.prod.js")
    + "<div id=app><q-layout view='hHh lpR fFf'><q-header elevated><q-toolbar><q-toolbar-title>Harbour</q-toolbar-title><q-btn flat label=Help></q-btn></q-toolbar><q-tabs align=left><q-tab v-for='w in words' :key='w' :name='w' :label='w'></q-tab></q-tabs></q-header><q-page-container><q-page padding>"
    + f"<div class='row q-gutter-sm'><q-btn color=primary label=Save></q-btn><q-btn outline label=Undo></q-btn><q-chip v-for='w in words' :key='w'>{{{{w}}}}</q-chip>{PICTURES}</div><div class='row q-gutter-md'><q-input v-model='name' label=Name outlined style='width:200px'></q-input><q-select v-model='city' :options='cities' label=City outlined style='width:200px'></q-select><q-checkbox v-model='on' label=Agree></q-checkbox><q-toggle v-model='on' label=Sound></q-toggle></div>"
    + "<q-list bordered class='q-my-md' style='width:260px'><q-item v-for='w in words' :key='w' clickable><q-item-section>{{w}}</q-item-section><q-item-section side>7</q-item-section></q-item></q-list><q-markup-table dense><thead><tr><th>Order</th><th>City</th></tr></thead><tbody><tr v-for='c in cities'><td>Order of {{c}}</td><td>{{c}}</td></tr></tbody></q-markup-table></q-page></q-page-container></q-layout></div>"
    + f"<script>Vue.createApp({{setup: () => ({{words: {json.dumps(WORDS)}, cities: {json.dumps(CITIES)}, name: Vue.ref(''), city: Vue.ref('Oslo'), on: Vue.ref(false)}})}}).use(Quasar).mount('#app')</script>",
    "naive": js("vue/dist/vue.global.prod.js")
    + js("naive-ui/dist/index.prod.js")
    + "<div id=app style='padding:12px'><n-tabs type=line><n-tab-pane v-for='w in words' :key='w' :name='w' :tab='w'>Words of {{w}}</n-tab-pane></n-tabs><n-space><n-button type=primary>Save</n-button><n-button>Undo</n-button><n-tag v-for='w in words' :key='w'>{{w}}</n-tag></n-space>"
    + f"<p>{PICTURES}</p><n-space><n-input placeholder=Name></n-input><n-select style='width:160px' :options='cities.map(c => ({{label: c, value: c}}))' default-value=Oslo></n-select><n-checkbox>Agree</n-checkbox><n-switch></n-switch><n-radio v-for='w in words' :key='w'>{{{{w}}}}</n-radio></n-space>"
    + "<n-list bordered style='width:300px'><n-list-item v-for='w in words.slice(0, 4)' :key='w'>{{w}}</n-list-item></n-list><n-table size=small><thead><tr><th>Order</th><th>City</th><th>Do</th></tr></thead><tbody><tr v-for='c in cities'><td>Order of {{c}}</td><td>{{c}}</td><td><n-button size=small>Edit</n-button></td></tr></tbody></n-table></div>"
    + f"<script>Vue.createApp({{setup: () => ({{words: {json.dumps(WORDS)}, cities: {json.dumps(CITIES)}}})}}).use(naive).mount('#app')</script>",
    "coreui": css("@coreui/coreui/dist/css/coreui.min.css")
    + f"<div class='d-flex'><div class='sidebar border-end' style='width:200px'><div class='sidebar-header border-bottom'><div class='sidebar-brand'>Harbour</div></div><ul class='sidebar-nav'>{_all('<li class=nav-item><a class=nav-link href=#>#</a></li>')}</ul></div><div class='p-3 flex-grow-1'>"
    + f"<nav aria-label=Way><ol class='breadcrumb'>{times(3, '<li class=breadcrumb-item><a href=#>Level #</a></li>')}</ol></nav><div class='card mb-3'><div class='card-header'>Ship</div><div class='card-body'>{PICTURES} <span class='badge text-bg-info'>New</span> <button class='btn btn-primary'>Save</button> <button class='btn btn-outline-secondary'>Undo</button></div></div>"
    + f"<div class='row mb-3'><div class='col'><label class='form-label' for=n>Name</label><input class='form-control' id=n></div><div class='col'><label class='form-label' for=s>Port</label><select class='form-select' id=s><option>Oslo<option>Lima</select></div></div>{times(3, '<div class=form-check><input class=form-check-input type=checkbox id=c#><label class=form-check-label for=c#>Choice #</label></div>')}{_table('table table-striped table-sm', 'btn btn-sm btn-light')}</div></div>",
    "beercss": css("beercss/dist/cdn/beer.min.css")
    + js("beercss/dist/cdn/beer.min.js").replace("<script", "<script type=module")
    + f"<nav class='left'>{_all('<a>#</a>')}</nav><main class='responsive'><h5>Harbour</h5><div class='tabs'>{_all('<a href=#>#</a>')}</div><nav><button>Save</button><button class='border'>Undo</button>{times(3, '<button class=chip>Chip #</button>')}</nav>{PICTURES}"
    + f"<div class='field label border'><input><label>Name</label></div><div class='field label border'><select><option>Oslo<option>Lima</select><label>Port</label></div>{times(3, '<label class=checkbox><input type=checkbox><span>Choice #</span></label> ')}<article class='border'><h6>Ship</h6><p>It waits.</p></article>{_table('border', 'small')}</main>",
    "mdui": css("mdui/mdui.css")
    + js("mdui/mdui.global.js")
    + f"<div style='margin-left:90px'><mdui-navigation-rail value=Orders>{_all('<mdui-navigation-rail-item value=#>#</mdui-navigation-rail-item>')}</mdui-navigation-rail><mdui-tabs value=Orders>{_all('<mdui-tab value=#>#</mdui-tab>')}</mdui-tabs><p><mdui-button>Save</mdui-button> <mdui-button variant=outlined>Undo</mdui-button> {times(4, '<mdui-chip>Chip #</mdui-chip> ')}</p>{PICTURES}"
    + f"<mdui-text-field label=Name></mdui-text-field><p>{times(4, '<mdui-checkbox>Choice #</mdui-checkbox>')}<mdui-switch></mdui-switch></p><mdui-list style='width:300px'>{_all('<mdui-list-item>#</mdui-list-item>')}</mdui-list></div>",
}

_REACT = (
    "import * as React from 'react';import {createRoot} from 'react-dom/client';"
    f"const e = React.createElement, words = {json.dumps(WORDS)}, cities = {json.dumps(CITIES)};"
    f"const pictures = e('span', {{dangerouslySetInnerHTML: {{__html: {json.dumps(PICTURES)}}}}});"
)
_SHOW = "createRoot(document.getElementById('root')).render("
BUNDLED: dict[str, tuple[str, str]] = {
    "blueprint": (
        _REACT + "import * as b from '@blueprintjs/core';import '@blueprintjs/core/lib/css/blueprint.css';"
        + _SHOW + "e('div', null, e(b.Navbar, null, e(b.NavbarGroup, null, e(b.NavbarHeading, null, 'Harbour'), words.map(w => e(b.Button, {key: w, minimal: true, text: w})))), e('div', {style: {display: 'flex', gap: 20}}, e(b.Menu, null, words.map(w => e(b.MenuItem, {key: w, text: w, icon: 'cube'}))), e('div', null, e(b.Tabs, {id: 't'}, words.map(w => e(b.Tab, {key: w, id: w, title: w}))), e(b.ButtonGroup, null, words.map(w => e(b.Button, {key: w, icon: 'cog', text: w}))), pictures, e(b.FormGroup, {label: 'Name', labelFor: 'n'}, e(b.InputGroup, {id: 'n', placeholder: 'Name'})), e(b.HTMLSelect, {options: cities}), cities.map(c => e(b.Checkbox, {key: c, label: c, inline: true})), e(b.Switch, {label: 'Sound'}), e(b.Callout, {title: 'Ships'}, 'Two of them wait.'), e(b.HTMLTable, {compact: true, striped: true}, e('tbody', null, cities.map(c => e('tr', {key: c}, e('td', null, 'Order of ' + c), e('td', null, c), e('td', null, e(b.Tag, null, 'Open'))))))))));",
        "<div id=root></div>",
    ),
    "mantine": (
        _REACT + "import * as m from '@mantine/core';import '@mantine/core/styles.css';"
        + _SHOW + "e(m.MantineProvider, null, e('div', {style: {display: 'flex', gap: 20, padding: 12}}, e('div', {style: {width: 200}}, words.map(w => e(m.NavLink, {key: w, label: w, href: '#' + w}))), e('div', {style: {flex: 1}}, e(m.Tabs, {defaultValue: 'Orders'}, e(m.Tabs.List, null, words.map(w => e(m.Tabs.Tab, {key: w, value: w}, w)))), e(m.Group, {mt: 8}, e(m.Button, null, 'Save'), e(m.Button, {variant: 'default'}, 'Undo'), words.map(w => e(m.Badge, {key: w}, w)), pictures), e(m.Group, null, e(m.TextInput, {label: 'Name'}), e(m.NativeSelect, {label: 'Port', data: cities}), e(m.NumberInput, {label: 'Count'})), e(m.Group, {mt: 8}, cities.map(c => e(m.Checkbox, {key: c, label: c})), e(m.Switch, {label: 'Sound'})), e(m.Alert, {title: 'Ships', mt: 8}, 'Two of them wait.'), e(m.Table, null, e(m.Table.Tbody, null, cities.map(c => e(m.Table.Tr, {key: c}, e(m.Table.Td, null, 'Order of ' + c), e(m.Table.Td, null, c), e(m.Table.Td, null, e(m.Button, {size: 'xs'}, 'Edit')))))), e(m.Pagination, {total: 6})))));",
        "<div id=root></div>",
    ),
    "rsuite": (
        _REACT + "import * as r from 'rsuite';import 'rsuite/dist/rsuite.css';"
        + _SHOW + "e('div', null, e(r.Navbar, null, e(r.Nav, null, words.map(w => e(r.Nav.Item, {key: w, href: '#' + w}, w)))), e('div', {style: {display: 'flex', gap: 20, padding: 12}}, e(r.Sidenav, {style: {width: 180}}, e(r.Sidenav.Body, null, e(r.Nav, null, words.map(w => e(r.Nav.Item, {key: w}, w))))), e('div', {style: {flex: 1}}, e(r.ButtonToolbar, null, e(r.Button, {appearance: 'primary'}, 'Save'), e(r.Button, null, 'Undo'), words.map(w => e(r.Tag, {key: w}, w)), pictures), e(r.Input, {placeholder: 'Name', style: {width: 200}}), e(r.InputNumber, {style: {width: 120}}), e(r.CheckboxGroup, {inline: true, name: 'c'}, cities.map(c => e(r.Checkbox, {key: c, value: c}, c))), e(r.Toggle, null), e(r.Rate, {defaultValue: 3}), e(r.Panel, {header: 'Ships', bordered: true}, 'Two of them wait.'), e(r.List, {bordered: true}, cities.map(c => e(r.List.Item, {key: c}, 'Order of ' + c))), e(r.Pagination, {total: 60, limit: 10, activePage: 1})))));",
        "<div id=root></div>",
    ),
    "ui5": (
        "import '@ui5/webcomponents/dist/Button.js';import '@ui5/webcomponents/dist/CheckBox.js';import '@ui5/webcomponents/dist/Input.js';import '@ui5/webcomponents/dist/List.js';import '@ui5/webcomponents/dist/ListItemStandard.js';import '@ui5/webcomponents/dist/TabContainer.js';import '@ui5/webcomponents/dist/Tab.js';import '@ui5/webcomponents/dist/Switch.js';import '@ui5/webcomponents/dist/Panel.js';import '@ui5/webcomponents/dist/Tag.js';import '@ui5/webcomponents/dist/Title.js';import '@ui5/webcomponents/dist/RadioButton.js';import '@ui5/webcomponents/dist/Link.js';import '@ui5/webcomponents/dist/Select.js';import '@ui5/webcomponents/dist/Option.js';",
        f"<ui5-title>Harbour</ui5-title><ui5-tabcontainer>{_all('<ui5-tab text=#><p>Words of #</p></ui5-tab>')}</ui5-tabcontainer><p><ui5-button design=Emphasized>Save</ui5-button> <ui5-button>Undo</ui5-button> {times(4, '<ui5-tag>Tag #</ui5-tag> ')} <ui5-link href=#>More</ui5-link></p>{PICTURES}<p><ui5-input placeholder=Name></ui5-input> <ui5-select><ui5-option>Oslo</ui5-option><ui5-option>Lima</ui5-option></ui5-select> <ui5-switch></ui5-switch></p><p>{times(4, '<ui5-checkbox text=Choice#></ui5-checkbox> ')}{times(3, '<ui5-radio-button name=r text=Kind#></ui5-radio-button> ')}</p><ui5-list style='width:300px' header-text=Ships>{_all('<ui5-li description=Words>#</ui5-li>')}</ui5-list>",
    ),
    "antdv": (
        f"import {{createApp, h}} from 'vue/dist/vue.esm-bundler.js';import * as a from 'ant-design-vue';import 'ant-design-vue/dist/reset.css';createApp({{template: document.getElementById('t').innerHTML, data: () => ({{words: {json.dumps(WORDS)}, rows: {json.dumps(CITIES)}.map((c, k) => ({{key: k, name: 'Order ' + k, city: c}}))}})}}).use(a.default ?? a).mount('#root');",
        "<div id=root></div><template id=t><div style='display:flex;gap:16px'><a-menu style='width:180px'><a-menu-item v-for='w in words' :key='w'>{{w}}</a-menu-item></a-menu><div style='flex:1'><a-tabs><a-tab-pane v-for='w in words' :key='w' :tab='w'></a-tab-pane></a-tabs><a-space><a-button type=primary>Save</a-button><a-button>Undo</a-button><a-tag v-for='w in words' :key='w'>{{w}}</a-tag></a-space>"
        + f"<p>{PICTURES}</p><a-space><a-input placeholder=Name></a-input><a-input-number></a-input-number><a-checkbox>Agree</a-checkbox><a-switch></a-switch><a-rate :value=3></a-rate><a-radio v-for='w in words' :key='w'>{{{{w}}}}</a-radio></a-space><a-alert message='Two ships wait'></a-alert><a-table size=small :pagination=false :data-source='rows' :columns=\"[{{title: 'Name', dataIndex: 'name', sorter: true}}, {{title: 'City', dataIndex: 'city'}}]\"></a-table></div></div></template>",
    ),
    "primereact": (
        _REACT + "import {TabMenu} from 'primereact/tabmenu';import {Button} from 'primereact/button';import {InputText} from 'primereact/inputtext';import {Checkbox} from 'primereact/checkbox';import {DataTable} from 'primereact/datatable';import {Column} from 'primereact/column';import {Menu} from 'primereact/menu';import {Tag} from 'primereact/tag';import {InputSwitch} from 'primereact/inputswitch';import {Rating} from 'primereact/rating';import {Panel} from 'primereact/panel';import {Paginator} from 'primereact/paginator';import 'primereact/resources/themes/lara-light-blue/theme.css';import 'primeicons/primeicons.css';"
        + _SHOW + "e('div', {style: {display: 'flex', gap: 16, font: '14px sans-serif'}}, e(Menu, {model: words.map(w => ({label: w, icon: 'pi pi-star'}))}), e('div', {style: {flex: 1}}, e(TabMenu, {model: words.map(w => ({label: w}))}), e('p', null, e(Button, {label: 'Save'}), e(Button, {label: 'Undo', outlined: true}), words.map(w => e(Tag, {key: w, value: w})), pictures), e(InputText, {placeholder: 'Name'}), cities.map(c => e('label', {key: c}, e(Checkbox, {checked: false}), c)), e(InputSwitch, {checked: true}), e(Rating, {value: 3}), e(DataTable, {size: 'small', value: cities.map((c, k) => ({id: k, name: 'Order ' + k, city: c}))}, e(Column, {field: 'name', header: 'Name', sortable: true}), e(Column, {field: 'city', header: 'City'})), e(Paginator, {first: 0, rows: 10, totalRecords: 60}))));",
        "<div id=root></div>",
    ),
}  # fmt: skip
