// Handles keys. Everything that the pointer can do can be done by keyboard, from the first shape to Done.

const { FEEL, TOOLS, INTENTS, editor, host, pointer, toolbar } = draw;
/** @type {Record<string, any>} */ const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const inEditor = (/** @type {any} */ event) => {
  // Input methods confirm their text with Enter (keyCode 229). That key press is no command.
  if (event.isComposing || event.keyCode === 229) return;
  const kind = event.altKey && INTENTS.find((i) => event.code === `Digit${i.key}`);
  if (kind) {
    event.preventDefault();
    editor.setIntent(kind.name);
    toolbar.refresh();
  } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    editor.close("enter");
    draw.finish("done");
  } else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    editor.close("enter");
  } else if (event.key === "Escape") {
    event.preventDefault();
    editor.close("blur");
  }
};

/**
 * Handles Esc, which cancels one thing at a time: the shape in progress, the highlighted element, the selection, and
 * finally draw mode itself.
 */
const back = () => {
  if (pointer.cancel() || draw.pending.drop()) return;
  if (draw.walked) draw.walkTo(null);
  else if (draw.chosen) draw.choose(null);
  else draw.finish("done");
};

/** @type {Record<string, string>} */
const WAYS = { ArrowUp: "parent", ArrowDown: "child", ArrowLeft: "before", ArrowRight: "after" };

const arrows = (/** @type {any} */ event, /** @type {any} */ [dx, dy]) => {
  const step = event.shiftKey ? FEEL.nudgeFine : FEEL.nudge;
  const resize = event.ctrlKey || event.metaKey || event.altKey;
  if (draw.pending.shape) draw.pending.move(dx * step, dy * step, resize);
  else if (draw.walked) {
    const { key } = event;
    draw.walk(WAYS[key]);
  } else if (draw.chosen) draw.nudge(dx * step, dy * step, resize);
  else draw.scrollAt([innerWidth / 2, innerHeight / 2], dx * 60, dy * 60);
};

/** @type {Record<string, any>} */ const plain = {
  Enter: () => {
    if (draw.pending.shape) draw.pending.take();
    else if (draw.tool === "element" && draw.walked) draw.markElement(draw.walked);
    else if (draw.chosen) editor.open(draw.chosen, false);
    else draw.pending.put();
  },
  Delete: () => draw.chosen && draw.forget(draw.chosen, {}),
  Backspace: () => draw.chosen && draw.forget(draw.chosen, {}),
  PageDown: () => draw.scrollAt([innerWidth / 2, innerHeight / 2], 0, innerHeight * 0.9),
  PageUp: () => draw.scrollAt([innerWidth / 2, innerHeight / 2], 0, innerHeight * -0.9),
  Home: () => draw.scrollAt([innerWidth / 2, innerHeight / 2], 0, -1e6),
  End: () => draw.scrollAt([innerWidth / 2, innerHeight / 2], 0, 1e6),
};

const single = (/** @type {string} */ key) => {
  const tool = TOOLS.find((t) => t.key === key);
  const intent = INTENTS.find((i) => i.key === key);
  if (tool) {
    draw.setTool(tool.name);
    if (key === "e") draw.walkTo(draw.firstElement());
    return true;
  }
  if (intent) draw.setIntent(intent.name);
  else if (key === "o") editor.openOverall();
  else if (key === "n" || key === "]") draw.chooseNext(1);
  else if (key === "b" || key === "[") draw.chooseNext(-1);
  else return false;
  return true;
};

draw.keyboard = {
  down(event) {
    const focused = host.shadow.activeElement;
    if (focused === editor.area) return inEditor(event);
    if (event.isComposing) return undefined;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const onButton = focused !== null && focused !== host.surface;
    if (event.key === "Escape" && editor.isOpen) editor.close("blur");
    else if (event.key === "Escape") back();
    else if (command && key === "z") (event.shiftKey ? draw.redo : draw.undo)();
    else if (command && key === "y") draw.redo();
    else if (command && key === "Enter") draw.finish("done");
    else if (toolbar.has(focused) && (key === "ArrowLeft" || key === "ArrowRight")) {
      toolbar.walk(key === "ArrowRight" ? 1 : -1);
    } else if (ARROWS[key] && !toolbar.has(focused)) arrows(event, ARROWS[key]);
    else if (onButton && (key === "Enter" || key === " "))
      return undefined; // the browser turns the key press into a click
    else if (key === "Tab")
      return undefined; // the browser moves the focus, and the dialog keeps it inside
    else if (!command && !event.altKey && plain[key]) plain[key]();
    else if (!command && !event.altKey && single(key)) draw.sign();
    else if (command || key.startsWith("F")) return undefined; // keys that the browser handles
    event.preventDefault();
    return undefined;
  },
};
