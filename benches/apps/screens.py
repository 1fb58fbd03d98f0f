"""Record layouts of real libraries and applications as small goldens in benches/corpus/screens.

    python benches/apps/screens.py FOLDER [NAME ...]

FOLDER contains `node_modules` with PACKAGES and esbuild. A recording contains the boxes of the
marks, the lines of text, the icons, and a small image. Benchmarks and tests read only these files.
"""

# ruff: noqa: E501 (lines of HTML are not wrapped)
from __future__ import annotations

import asyncio
import base64
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]

import serve  # noqa: E402
from markup import css, js, times  # noqa: E402
from PIL import Image  # noqa: E402

from viewmark.browser.actions.navigation import goto  # noqa: E402
from viewmark.browser.capture.screenshot import capture  # noqa: E402
from viewmark.browser.discovery.discover import discover  # noqa: E402
from viewmark.browser.launch.browser import launch  # noqa: E402

if TYPE_CHECKING:
    from viewmark.browser.page_target import PageTarget

OUT = HERE.parent / "corpus" / "screens"
WIDTH, HEIGHT = 1280, 720

PACKAGES = [
    "esbuild",
    "react@18",
    "react-dom@18",
    "@fluentui/react-components",
    "antd@5",
    "@material/web",
    "@spectrum-web-components/bundle",
    "@shoelace-style/shoelace@2",
    "@carbon/web-components",
    "@fluentui/web-components",
    "bootstrap@5",
    "bulma",
    "uikit@3",
    "fomantic-ui-css",
    "foundation-sites@6",
    "@tabler/core",
    "materialize-css@1",
    "admin-lte@3.2.0",
    "ag-grid-community@31",
    "tabulator-tables",
    "gridjs",
    "jquery",
    "@mui/material@5.16.7",
    "@emotion/react",
    "@emotion/styled",
    "dayjs",
    "quill@1",
    "fullcalendar@6",
    "jkanban",
    "gentelella@1",
]

LTE = "node_modules/admin-lte/pages/"
UIKIT = "node_modules/uikit/tests/"
SERVED = {
    "lte-kanban": LTE + "kanban.html",
    "lte-calendar": LTE + "calendar.html",
    "lte-widgets": LTE + "widgets.html",
    "lte-data": LTE + "tables/data.html",
    "lte-forms": LTE + "forms/general.html",
    "lte-editors": LTE + "forms/editors.html",
    "lte-compose": LTE + "mailbox/compose.html",
    "lte-icons": LTE + "UI/icons.html",
    "lte-projects": LTE + "examples/projects.html",
    "lte-contacts": LTE + "examples/contacts.html",
    "lte-gallery": LTE + "gallery.html",
    "lte-profile": LTE + "examples/profile.html",
    "uikit-nav": UIKIT + "nav.html",
    "uikit-form": UIKIT + "form.html",
    "uikit-pagination": UIKIT + "pagination.html",
    "uikit-tab": UIKIT + "tab.html",
    "gentelella": "node_modules/gentelella/production/tables_dynamic.html",
    "gentelella-mail": "node_modules/gentelella/production/inbox.html",
}


WORDS = ["Overview", "Orders", "Invoices", "Customers", "Reports", "Team", "Settings", "Help"]
NAV = "".join(f'<li><a href="#{w}">{w}</a></li>' for w in WORDS)
_HEAD = times(6, "<th><a href=#>Column #</a></th>")
_ROWS = times(
    14,
    "<tr><td><input type=checkbox></td><td><a href=#>Order 10#</a></td><td>Ann Lee</td>"
    '<td><a href=#>ann#@mail.org</a></td><td>42.#0</td><td><button class="button btn btn-sm ui '
    'mini">Edit</button> <button class="button btn btn-sm ui mini">Delete</button></td></tr>',
)
TABLE = f'<table class="table ui celled uk-table striped">{_HEAD}{_ROWS}</table>'
TABLE = TABLE.replace("<th>", "<th>", 1)
_GRID_ROWS = (
    "const words = ['Oslo', 'Lima', 'Cairo', 'Delhi', 'Turin', 'Quito'];"
    "const rows = [...Array(40)].map((_, i) => ({id: i + 1, name: 'Order ' + (100 + i), "
    "city: words[i % 6], price: 12.5 * i, done: i % 3 === 0}));"
)

STATIC = {
    "bootstrap-table": css("bootstrap/dist/css/bootstrap.min.css")
    + f'<div class="row"><ul class="col-2 list-unstyled p-3">{NAV}</ul><div class="col-10">'
    + '<nav><ul class="pagination">'
    + times(9, '<li class="page-item"><a class="page-link" href=#>#</a></li>')
    + '</ul></nav><div class="btn-group">'
    + times(8, '<button class="btn btn-outline-secondary">B#</button>')
    + f"</div>{TABLE}</div></div>",
    "bulma": css("bulma/css/bulma.min.css")
    + '<div class="columns p-4"><aside class="menu column is-2"><p class="menu-label">General</p>'
    + f'<ul class="menu-list">{NAV}</ul></aside><div class="column"><div class="tabs"><ul>{NAV}'
    + '</ul></div><div class="buttons are-small">'
    + times(12, '<button class="button">Do #</button>')
    + '</div><nav class="pagination is-small"><ul class="pagination-list">'
    + times(9, '<li><a class="pagination-link">#</a></li>')
    + f"</ul></nav>{TABLE}</div></div>",
    "fomantic": css("fomantic-ui-css/semantic.min.css")
    + '<div class="ui menu">'
    + "".join(f'<a class="item" href=#>{w}</a>' for w in WORDS)
    + '</div><div class="ui icon buttons">'
    + "".join(
        f'<button class="ui button"><i class="{i} icon"></i></button>'
        for i in [
            "bold",
            "italic",
            "underline",
            "cut",
            "copy",
            "paste",
            "undo",
            "redo",
            "linkify",
            "image",
            "table",
            "save",
        ]
    )
    + '</div><div class="ui grid"><div class="three wide column"><div class="ui vertical menu">'
    + "".join(f'<a class="item" href=#>{w}</a>' for w in WORDS)
    + f'</div></div><div class="thirteen wide column">{TABLE}</div></div>',
    "foundation": css("foundation-sites/dist/css/foundation.min.css")
    + f'<div class="top-bar"><ul class="menu">{NAV}</ul></div><div class="grid-x grid-padding-x">'
    + f'<ul class="vertical menu cell small-2">{NAV}{NAV}</ul><div class="cell small-10">'
    + '<div class="small button-group">'
    + times(10, '<a class="button">Go #</a>')
    + f"</div>{TABLE}</div></div>",
    "tabler": css("@tabler/core/dist/css/tabler.min.css")
    + '<div class="row m-2"><div class="col-2"><div class="list-group">'
    + "".join(f'<a class="list-group-item list-group-item-action" href=#>{w}</a>' for w in WORDS)
    + '</div><fieldset class="mt-3">'
    + times(
        9,
        '<label class="form-check"><input class="form-check-input" type=checkbox>'
        '<span class="form-check-label">Kind #</span></label>',
    )
    + f'</fieldset></div><div class="col-10">{TABLE}</div></div>',
    "materialize": css("materialize-css/dist/css/materialize.min.css")
    + f'<nav><div class="nav-wrapper"><ul>{NAV}</ul></div></nav><div class="row"><div class="col s3">'
    + '<div class="collection">'
    + "".join(f'<a class="collection-item" href=#>{w}</a>' for w in WORDS)
    + '</div></div><div class="col s9"><ul class="pagination">'
    + times(9, '<li class="waves-effect"><a href=#>#</a></li>')
    + "</ul>"
    + times(12, '<a class="btn-small">Act #</a> ')
    + f"{TABLE}</div></div>",
    "contents": "<style>body{font:13px/17px sans-serif;margin:16px}ul{margin:0;padding:0 0 0 22px}"
    "</style><div style='float:left;width:260px'><h3>Contents</h3><ul>"
    + times(
        8,
        "<li><a href=#>Chapter # of it</a><ul><li><a href=#>create_task_#()</a></li>"
        "<li><a href=#>Cancelling of tasks #</a></li><li><a href=#>Timeouts</a></li></ul></li>",
    )
    + "</ul></div><div style='margin-left:300px'>"
    + times(
        9,
        "<p>Text about <a href=#>part #</a> of it and <a href=#>another one</a>, with words "
        "around that fill the line, until it ends, and then <a href=#>goes on</a> in the next line of "
        "the paragraph as text in books does, with <a href=#>links</a> here and there.</p>",
    )
    + "</div>",
    "ag-grid": js("ag-grid-community/dist/ag-grid-community.min.js")
    + '<div id=g class="ag-theme-quartz" style="height:690px"></div><script>'
    + _GRID_ROWS
    + "agGrid.createGrid(g, {rowData: rows, pagination: true, rowSelection: 'multiple', "
    "defaultColDef: {filter: true, floatingFilter: true}, columnDefs: [{field: 'id', "
    "checkboxSelection: true}, {field: 'name'}, {field: 'city'}, {field: 'price'}, "
    "{field: 'done'}]});</script>",
    "tabulator": css("tabulator-tables/dist/css/tabulator.min.css")
    + js("tabulator-tables/dist/js/tabulator.min.js")
    + "<div id=g></div><script>"
    + _GRID_ROWS
    + "new Tabulator(g, {data: rows, pagination: true, paginationSize: 18, layout: 'fitColumns', "
    "columns: [{formatter: 'rowSelection', titleFormatter: 'rowSelection', width: 40}, "
    "{title: 'Name', field: 'name', headerFilter: 'input'}, {title: 'City', field: 'city', "
    "headerFilter: 'input'}, {title: 'Price', field: 'price'}, {title: 'Done', field: 'done', "
    "formatter: 'tickCross'}]});</script>",
    "gridjs": css("gridjs/dist/theme/mermaid.min.css")
    + js("gridjs/dist/gridjs.umd.js")
    + "<div id=g></div><script>"
    + _GRID_ROWS
    + "new gridjs.Grid({data: rows, columns: ['id', 'name', 'city', 'price'], sort: true, "
    "search: true, pagination: {limit: 12}}).render(g);</script>",
    "quill": css("quill/dist/quill.snow.css")
    + js("quill/dist/quill.min.js")
    + "<div id=g style='height:300px'>Some text</div><script>new Quill(g, {theme: 'snow', modules: "
    "{toolbar: [[{header: [1, 2, false]}], ['bold', 'italic', 'underline', 'strike', 'blockquote', "
    "'code-block', 'link', 'image', 'video'], [{list: 'ordered'}, {list: 'bullet'}, {indent: '-1'}, "
    "{indent: '+1'}], [{color: []}, {background: []}], [{align: []}], ['clean']]}});</script>",
    "fullcalendar": js("fullcalendar/index.global.min.js")
    + "<div id=g></div><script>new FullCalendar.Calendar(g, {initialDate: '2026-11-22', "
    "editable: true, navLinks: true, height: 690, headerToolbar: {left: 'prev,next today', "
    "center: 'title', right: 'dayGridMonth,timeGridWeek,listWeek'}, events: [...Array(24)].map((_, "
    "i) => ({title: 'Meeting ' + i, start: '2026-11-' + String(1 + i * 5 % 28).padStart(2, '0')}))"
    "}).render();</script>",
    "jkanban": css("jkanban/dist/jkanban.min.css")
    + js("jkanban/dist/jkanban.min.js")
    + "<div id=g></div><script>new jKanban({element: '#g', boards: ['Todo', 'Doing', 'Done'].map("
    "t => ({id: t, title: t, item: [...Array(7)].map((_, i) => ({title: '<a href=#>Card ' + i + "
    "'</a> <button>Edit</button>'}))}))});</script>",
}

_ICONS = [
    "bold",
    "italic",
    "cut",
    "copy",
    "paste",
    "undo",
    "redo",
    "link",
    "image",
    "table",
    "save",
    "search",
]
_FLUENT = ["Bold", "Italic", "Cut", "Copy", "Link", "Image", "Save", "Search", "Delete", "Add"]
_CARBON = "".join(f'<cds-side-nav-link href="#">{w}</cds-side-nav-link>' for w in WORDS)
_SP_ROWS = times(6, '<sp-button size="s">Act #</sp-button> ')
BUNDLED: dict[str, tuple[str, str]] = {
    "shoelace": (
        "import '@shoelace-style/shoelace/dist/themes/light.css';"
        "import '@shoelace-style/shoelace/dist/shoelace.js';",
        "<sl-breadcrumb>"
        + times(4, "<sl-breadcrumb-item href=#>Level #</sl-breadcrumb-item>")
        + "</sl-breadcrumb><sl-button-group>"
        + times(6, "<sl-button size=small>Tool #</sl-button>")
        + "</sl-button-group><sl-tab-group>"
        + times(6, "<sl-tab slot=nav panel=p#>Tab #</sl-tab>")
        + "</sl-tab-group><sl-tree>"
        + times(
            6, "<sl-tree-item expanded>Folder #<sl-tree-item>File #</sl-tree-item></sl-tree-item>"
        )
        + "</sl-tree><sl-rating></sl-rating><sl-switch>On</sl-switch><sl-select label=Kind>"
        "<sl-option value=1>One</sl-option></sl-select>",
    ),
    "material-web": (
        "import '@material/web/all.js';",
        "<md-tabs>"
        + times(5, "<md-primary-tab>Tab #</md-primary-tab>")
        + "</md-tabs><p>"
        + times(
            5,
            "<md-filled-button>Save #</md-filled-button> <md-outlined-button>Undo #"
            "</md-outlined-button> ",
        )
        + "</p><md-chip-set>"
        + times(8, "<md-filter-chip label='Chip #'></md-filter-chip>")
        + "</md-chip-set><p><md-outlined-text-field label=Name></md-outlined-text-field> "
        "<md-filled-text-field label=Mail></md-filled-text-field></p><p>"
        + times(
            6, "<md-checkbox></md-checkbox> <md-switch></md-switch> <md-radio name=r></md-radio>"
        )
        + "</p><md-list style='width:300px'>"
        + times(6, "<md-list-item type=button>Item #</md-list-item>")
        + "</md-list>",
    ),
    "carbon": (
        "import '@carbon/web-components/es/components/button/index.js';"
        "import '@carbon/web-components/es/components/tabs/index.js';"
        "import '@carbon/web-components/es/components/ui-shell/index.js';"
        "import '@carbon/web-components/es/components/checkbox/index.js';"
        "import '@carbon/web-components/es/components/dropdown/index.js';"
        "import '@carbon/web-components/es/components/pagination/index.js';",
        "<style>body{font:14px sans-serif}</style><div style='margin-left:270px'>"
        "<cds-side-nav expanded collapse-mode=fixed><cds-side-nav-items>"
        + _CARBON
        + "</cds-side-nav-items></cds-side-nav><cds-tabs value=1>"
        + times(5, "<cds-tab value=#>Tab #</cds-tab>")
        + "</cds-tabs><p>"
        + times(5, "<cds-button size=sm>Act #</cds-button> ")
        + "</p>"
        + times(8, "<cds-checkbox>Choice #</cds-checkbox>")
        + "<cds-dropdown title-text=Kind><cds-dropdown-item value=1>One</cds-dropdown-item>"
        "</cds-dropdown><cds-pagination page-size=10 total-items=90></cds-pagination></div>",
    ),
    "spectrum": (
        "import '@spectrum-web-components/bundle/elements.js';",
        "<sp-theme system=spectrum color=light scale=medium><sp-tabs selected=1>"
        + times(6, "<sp-tab label='Tab #' value=#></sp-tab>")
        + f"</sp-tabs>{_SP_ROWS}<sp-action-group compact>"
        + times(9, "<sp-action-button>A#</sp-action-button>")
        + "</sp-action-group><sp-sidenav style='width:220px'>"
        + "".join(f"<sp-sidenav-item value={w} label={w}></sp-sidenav-item>" for w in WORDS)
        + "</sp-sidenav>"
        + times(6, "<sp-checkbox>Check #</sp-checkbox> ")
        + "<br><sp-textfield placeholder=Name></sp-textfield> <sp-switch>On</sp-switch></sp-theme>",
    ),
    "fluent-react": (
        "import * as React from 'react';import {createRoot} from 'react-dom/client';"
        "import * as f from '@fluentui/react-components';import * as i from '@fluentui/react-icons';"
        "const e = React.createElement, names = " + json.dumps(_FLUENT) + ";"
        "createRoot(document.getElementById('root')).render(e(f.FluentProvider, {theme: "
        "f.webLightTheme}, e(f.Toolbar, null, names.map(n => e(f.ToolbarButton, {key: n, "
        "'aria-label': n, icon: e(i[`${n}Regular`] || i[`${n === 'Bold' || n === 'Italic' ? "
        "'Text' + n : n}Regular`] || 'i')}))), e(f.TabList, {selectedValue: 0}, names.map((n, k) => "
        "e(f.Tab, {key: n, value: k}, n))), e(f.Tree, {style: {width: 260}}, names.map(n => "
        "e(f.TreeItem, {key: n, itemType: 'leaf'}, e(f.TreeItemLayout, null, n)))), e('div', null, "
        "names.map(n => e(f.Checkbox, {key: n, label: n}))), e(f.Input, {placeholder: 'Search'}), "
        "e(f.Slider), e('div', null, names.map(n => e(f.Button, {key: n, size: 'small'}, n)))));",
        "<div id=root></div>",
    ),
    "antd": (
        "import * as React from 'react';import {createRoot} from 'react-dom/client';"
        "import * as a from 'antd';import * as i from '@ant-design/icons';"
        "const e = React.createElement, words = " + json.dumps(WORDS) + ";"
        "const icons = ['Bold', 'Italic', 'Underline', 'Copy', 'Scissor', 'Undo', 'Redo', 'Link', "
        "'Picture', 'Table', 'Save', 'Search'];"
        "createRoot(document.getElementById('root')).render(e('div', {style: {display: 'flex'}}, "
        "e(a.Menu, {style: {width: 200}, items: words.map(w => ({key: w, label: w, icon: "
        "e(i.MailOutlined)}))}), e('div', {style: {flex: 1, padding: 12}}, e(a.Space.Compact, null, "
        "icons.map(n => e(a.Button, {key: n, icon: e(i[n + 'Outlined'])}))), e(a.Table, {size: "
        "'small', rowSelection: {}, pagination: {pageSize: 10}, columns: [{title: 'Name', "
        "dataIndex: 'name', sorter: true}, {title: 'City', dataIndex: 'city', filters: [{text: "
        "'Oslo', value: 1}]}, {title: 'Do', render: () => e(a.Space, null, e('a', {href: '#'}, "
        "'Edit'), e('a', {href: '#'}, 'Delete'))}], dataSource: [...Array(40)].map((_, k) => "
        "({key: k, name: 'Order ' + k, city: 'Oslo'}))}))));",
        "<div id=root></div>",
    ),
    "mui": (
        "import * as React from 'react';import {createRoot} from 'react-dom/client';"
        "import * as m from '@mui/material';"
        "const e = React.createElement, words = " + json.dumps(WORDS) + ";"
        "createRoot(document.getElementById('root')).render(e(m.Box, null, e(m.Tabs, {value: 0}, "
        "words.map(w => e(m.Tab, {key: w, label: w}))), e(m.Box, {sx: {display: 'flex'}}, e(m.List, "
        "{dense: true, sx: {width: 220}}, words.map(w => e(m.ListItemButton, {key: w}, "
        "e(m.ListItemText, {primary: w})))), e(m.Box, null, e(m.ToggleButtonGroup, {size: 'small', "
        "value: 1}, words.map((w, k) => e(m.ToggleButton, {key: w, value: k}, w[0]))), e(m.Stack, "
        "{direction: 'row', spacing: 1}, words.map(w => e(m.Chip, {key: w, label: w, onClick() {}, "
        "onDelete() {}}))), e(m.FormGroup, null, words.map(w => e(m.FormControlLabel, {key: w, "
        "label: w, control: e(m.Checkbox, {size: 'small'})}))), e(m.Pagination, {count: 9}), "
        "e(m.Rating, {value: 2}), e(m.TextField, {label: 'Name', size: 'small'})))));",
        "<div id=root></div>",
    ),
    "fluent-web": (
        "import {provideFluentDesignSystem, allComponents} from '@fluentui/web-components';"
        "provideFluentDesignSystem().register(allComponents);",
        "<fluent-tabs>"
        + times(6, "<fluent-tab>Tab #</fluent-tab>")
        + "</fluent-tabs><p>"
        + times(8, "<fluent-button>Do #</fluent-button> ")
        + "</p><fluent-tree-view>"
        + times(8, "<fluent-tree-item>Folder #</fluent-tree-item>")
        + "</fluent-tree-view>"
        + times(8, "<fluent-checkbox>Choice #</fluent-checkbox> ")
        + "<fluent-text-field placeholder=Name></fluent-text-field>"
        "<fluent-menu style='width:200px'>"
        + times(6, "<fluent-menu-item>Item #</fluent-menu-item>")
        + "</fluent-menu>",
    ),
}

_ICON_BOXES = """function () {
  const out = [];
  for (const el of document.querySelectorAll('svg, img, i, .icon, [class*=icon]')) {
    const box = el.getBoundingClientRect();
    if (box.width >= 6 && box.height >= 6 && box.width <= 48 && box.height <= 48
      && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight
      && !el.textContent.trim()) {
      out.push([box.x, box.y, box.width, box.height].map(Math.round));
    }
  }
  return out;
}"""


def write(folder: Path, names: list[str]) -> dict[str, str]:
    """Write the pages into the folder; return the paths of all pages within the folder."""
    found = {name: path for name, path in SERVED.items() if name in names}
    for name, body in STATIC.items():
        (folder / f"{name}.html").write_text(_page(name, body))
    for name, (entry, body) in BUNDLED.items():
        if name not in names:
            continue
        (folder / f"{name}.entry.js").write_text(entry)
        command = [folder / "node_modules/.bin/esbuild", f"{name}.entry.js", "--bundle"]
        command += ["--minify", f"--outfile={name}.out.js", "--log-level=error"]
        command += ['--define:process.env.NODE_ENV="production"', "--loader:.woff2=empty"]
        command += ["--loader:.woff=empty", "--loader:.ttf=dataurl"]
        command += ["--loader:.eot=empty", "--loader:.svg=empty"]
        if subprocess.run(command, cwd=folder, check=False).returncode:
            print(f"{name}: not bundled", flush=True)
            continue
        style = '<link rel="stylesheet" href="' + name + '.out.css">'
        style = style if (folder / f"{name}.out.css").exists() else ""
        script = f'<script src="{name}.out.js"></script>'
        (folder / f"{name}.html").write_text(_page(name, style + body + script))
        found[name] = f"{name}.html"
    return found | {name: f"{name}.html" for name in STATIC if name in names}


def _page(name: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title>'
        f'<body style="margin:8px">{body}</body></html>'
    )


async def _record(page: PageTarget, name: str) -> dict[str, Any]:
    before, same = -1, 0
    for _ in range(12):
        now = (await discover(page, max_annotations=100)).total_found
        same = same + 1 if now == before else 0
        if same:
            break
        before = now
        await asyncio.sleep(0.4)
    found = await discover(page, max_annotations=100)
    icons = await page.call(None, _ICON_BOXES)
    shot = await capture(page, format="png", scale=1.0)
    picture = Image.open(io.BytesIO(base64.b64decode(shot.base64))).convert("RGB")
    kept = [e.bounds.to_image_px(1.0) for e in found.elements]
    made = {
        "name": name,
        "width": picture.width,
        "height": picture.height,
        "scale": 1.0,
        "elements": [[round(v) for v in box] for box in kept],
        "roles": [e.role for e in found.elements],
        "text": [[round(v) for v in box.to_image_px(1.0)] for box in found.text_rects],
        "icons": icons,
    }
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / f"{name}.json").write_text(json.dumps(made, separators=(",", ":")) + "\n")
    picture.save(OUT / f"{name}.jpg", quality=60, optimize=True)
    return made


async def main(folder: Path, names: list[str]) -> None:
    every = [*SERVED, *STATIC, *BUNDLED]
    paths = write(folder, names or every)
    with serve.folder(folder) as url:
        async with launch(headless=True) as browser:
            for name, path in paths.items():
                page = await browser.page()
                try:
                    await asyncio.wait_for(goto(page, f"{url}/{path}"), 40)
                    made = await _record(page, name)
                    print(f"{name:18} {len(made['elements']):3} marks", flush=True)
                except Exception as error:  # continue with the other pages
                    print(f"{name}: {type(error).__name__}: {error}", flush=True)
                finally:
                    await page.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).resolve(), sys.argv[2:]))
