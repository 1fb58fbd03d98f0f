"""Draw mode: a human marks the live page; an agent reads the marks and can act on them.

How a mark flows:

1. The `guard` listens in every document of our browsers before the page does. `controller.DrawMode`
   arms it on a tab (`tabs.ArmedTab`) and shows the `overlay.Overlay`, which runs `js/overlay` in
   our isolated world; its messages come by a binding that only that world has. Where the browser
   has no window, `window.MirrorWindow` shows the page to the human.
2. A message is checked (`intake`) and applied (`messages`) to the `session.DrawnSession` in the
   `store`; what is illegal there (`state`) changes nothing. From here on nothing can lose the mark.
3. In the background `hit_elements` looks into the frames under the mark, and `snapshots` keeps a
   clean picture of the page as it was drawn on.
4. A reader (`read`) waits by the rules of `waiting`; before it gets the marks, `hit_elements` says
   what became of their elements, and gives them refs.
5. At Done `pictures` has everything painted: `render` makes shapes, numbers and callouts of the
   marks, `layout` finds places for the callouts, `paint` lets a page draw it all.
6. The reader gets `results.Drawing`; more on one mark by `detail`, Markdown by `report`, JSON to go
   on with another day by `saved`. An action finds the element of a mark by `target`.
7. The agent answers a mark (`reply`, `thread`), the human sees that on the page and answers back.

`model`, `state`, `session`, `store`, `messages`, `thread`, `intake`, `waiting`, `layout`, `report`
and `saved` are pure: they know no browser and no page.
"""
