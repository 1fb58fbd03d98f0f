import mesop as me


@me.stateclass
class State:
    room: str
    nights: float
    sent: bool


def _keep(event: me.InputEvent) -> None:
    me.state(State).room = event.value


def _send(_: me.ClickEvent) -> None:
    me.state(State).sent = True


def _none(_: object) -> None:
    pass


@me.page(path="/", title="Bookings")
def bookings() -> None:
    state = me.state(State)
    with me.box(style=me.Style(display="flex", gap=24, padding=me.Padding.all(16))):
        with me.box(style=me.Style(width=250)):
            me.text("Hotel by the lake", type="headline-5")
            me.link(text="Prices and rooms", url="#prices")
            me.markdown("Open from **March**. [How to get there](#way)")
            with me.expansion_panel(title="House rules", icon="rule", description="7 of them"):
                me.text("Quiet after ten.")
            with me.expansion_panel(title="Breakfast", expanded=True):
                me.text("From seven to ten.")
            with me.card(appearance="outlined"):
                me.card_header(title="Room 12", subtitle="lake side")
                with me.card_content():
                    me.text("Two beds, a balcony.")
                with me.card_actions(align="end"):
                    me.button(label="Photos", on_click=_none)
                    me.button(label="Hold", type="stroked", on_click=_send)
        with me.box(style=me.Style(flex_grow=1)):
            with me.box(style=me.Style(display="flex", gap=12, flex_wrap="wrap")):
                me.input(label="Guest", value="Ann Holm", on_blur=_keep)
                me.select(
                    label="Room",
                    value="12",
                    on_selection_change=_none,
                    options=[me.SelectOption(label=f"Room {n}", value=str(n)) for n in (7, 12)],
                )
                me.autocomplete(
                    label="Country",
                    options=[me.AutocompleteOption(label=c, value=c) for c in ("Norway", "Spain")],
                )
                me.date_picker(label="Arrival")
                me.date_range_picker(label="Stay")
            me.textarea(label="Wishes", value="A quiet room.", rows=2, style=me.Style(width="90%"))
            me.text("Nights")
            me.slider(min=1, max=14, value=3, on_value_change=_none)
            with me.box(style=me.Style(display="flex", gap=24, align_items="center")):
                me.checkbox(label="Breakfast", checked=True, on_change=_none)
                me.checkbox(label="Parking", on_change=_none)
                me.slide_toggle(label="Late arrival", on_change=_none)
                me.radio(
                    options=[
                        me.RadioOption(label="Card", value="card"),
                        me.RadioOption(label="Cash", value="cash"),
                    ],
                    value="card",
                    on_change=_none,
                )
            me.button_toggle(
                value="lake",
                on_change=_none,
                buttons=[
                    me.ButtonToggleButton(label=v.title(), value=v)
                    for v in ("lake", "garden", "street")
                ],
            )
            with me.box(style=me.Style(display="flex", gap=12, margin=me.Margin(top=16))):
                me.button("Book", type="flat", on_click=_send)
                me.button("Save as draft", type="raised", on_click=_send)
                me.button("Cancel", type="stroked", disabled=True)
                with me.content_button(type="icon", on_click=_none):
                    me.text("☆")
                me.uploader(label="Passport", type="stroked", on_upload=_none)
            if state.sent:
                me.text("Sent.")
