"""A typical Shiny application: a chart with controls."""

from shiny import App, render, ui

TEAS = ["Assam", "Sencha", "Oolong", "Matcha"]
page = ui.page_navbar(
    ui.nav_panel(
        "Sales",
        ui.layout_sidebar(
            ui.sidebar(
                ui.input_select("shop", "Shop", ["Oslo", "Lima", "Cairo"]),
                ui.input_selectize("tea", "Teas", TEAS, selected=TEAS[:2], multiple=True),
                ui.input_slider("years", "Years", 2016, 2026, [2019, 2024], sep=""),
                ui.input_checkbox_group("how", "Count", ["Orders", "Packs"], selected="Packs"),
                ui.input_radio_buttons("by", "By", ["Month", "Week"], inline=True),
                ui.input_date("until", "Until", value="2026-03-18"),
                ui.input_switch("net", "Without tax", value=True),
                ui.input_action_button("go", "Draw"),
            ),
            ui.layout_columns(
                ui.value_box("Packs", "1,204"),
                ui.card(ui.card_header("Orders"), ui.output_data_frame("orders"), full_screen=True),
                col_widths=(4, 8),
            ),
            ui.accordion(
                ui.accordion_panel("Notes", ui.input_text_area("note", None, placeholder="Note")),
                ui.accordion_panel("Files", ui.input_file("file", "A table", accept=".csv")),
                open="Notes",
            ),
            ui.download_button("save", "Save as CSV"),
        ),
    ),
    ui.nav_panel("Stock", "Nothing yet."),
    ui.nav_menu("More", ui.nav_panel("About", "Words."), ui.nav_panel("Help", "Words.")),
    ui.nav_spacer(),
    ui.nav_control(ui.input_dark_mode(mode="light")),
    title="Tea shop",
    id="tabs",
)


def server(input, output, session):
    @render.data_frame
    def orders():
        import pandas

        frame = pandas.DataFrame(
            {"Tea": TEAS, "Shop": ["Oslo", "Lima", "Oslo", "Cairo"], "Packs": [12, 7, 31, 4]}
        )
        return render.DataGrid(frame, filters=True, selection_mode="rows", height="260px")

    @render.download(filename="orders.csv")
    def save():
        yield "Tea,Packs\n"


app = App(page, server)
