"""Draw mode: a human marks the live page; an agent reads the marks and can act on them.

The path of a mark:

1. The `guard` listens in every document of our browsers before the page does. `controller.DrawMode`
   arms it on a tab (`tabs.ArmedTab`) and shows the `overlay.Overlay`, which runs `js/overlay` in an
   isolated world; its messages arrive through a binding that exists only in that world. If the
   browser has no window, `window.MirrorWindow` shows the page to the human.
2. A message is validated (`intake`) and applied (`messages`) to the `session.DrawnSession` in the
   `store`; illegal transitions change nothing. From here on the mark cannot be lost.
3. In the background `hit_elements` searches the frames under the mark, and `snapshots` keeps a
   clean picture of the page as it was drawn on.
4. A reader (`read`) waits by the rules of `waiting`; before it gets the marks, `hit_elements`
   determines the current state of their elements, and gives them refs.
5. At Done `pictures` has everything painted: `render` creates shapes, numbers and callouts of the
   marks, `layout` finds places for the callouts, `paint` lets a page draw all of it.
6. The reader gets `results.Drawing`; details of one mark from `detail`, Markdown from `report`, and
   JSON to continue another day from `intake`. An action finds the element of a mark in the `store`.
7. The agent answers a mark (`reply`, `thread`); the human sees the answer on the page and replies.

`model`, `session`, `store`, `messages`, `thread`, `intake`, `waiting`, `layout` and `report` are
pure: they depend on no browser and no page.
"""
