"""Draw mode: a user marks the live page; an agent reads the marks and can act on them.

The path of a mark:

1. The `guard` listens in every document of our browsers before the page does. `controller.DrawMode`
   arms it on a tab (`tabs.ArmedTab`) and shows the `overlay.Overlay`, which runs `js/overlay` in an
   isolated world. Its messages arrive through a binding that exists only in that world. If the
   browser has no window, `window.MirrorWindow` shows the page to the user.
2. A message is validated (`intake`) and applied (`messages`) to the `session.DrawnSession` in the
   `store`; illegal transitions change nothing. From here on the mark cannot be lost.
3. In the background `hit_elements` searches the frames under the mark, and `snapshots` keeps a
   clean screenshot of the page as it was drawn on.
4. A reader (`read`) waits by the rules of `waiting`. Before it gets the marks, `hit_elements`
   determines the current state of their elements and assigns refs to them.
5. When the user presses Done, `pictures` produces the final images: `render` creates shapes,
   numbers and callouts of the marks, `layout` finds positions for the callouts, and `paint` lets a
   page paint all of them.
6. The reader gets `results.Drawing`. `detail` returns the details of one mark, `report` a Markdown
   document, and `intake` JSON with which the user can continue on another day. Actions find the
   element of a mark in the `store`.
7. The agent answers a mark (`reply`, `thread`); the user sees the answer on the page and replies.

`model`, `session`, `store`, `messages`, `thread`, `intake`, `waiting`, `layout` and `report` are
pure: they do not depend on a browser or a page.
"""
