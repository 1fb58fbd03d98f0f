// Plants one change on the element of a path; false where that cannot be. Run with `arguments_`.
let el = globalThis.plantTarget ?? document.documentElement;
for (const step of globalThis.plantTarget ? [] : arguments_.path.split('/')) {
  const [, tag, n] = /^(.*)\[(\d+)\]$/.exec(step) ?? [];
  el = el && [...el.children].filter((child) => child.localName === tag)[Number(n) - 1];
}
if (!el) return false;
const kind = arguments_.kind;
const box = el.getBoundingClientRect();
if (kind === 'text') {
  const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  let best = null;
  while (walk.nextNode()) {
    const data = walk.currentNode.data.trim();
    const style = getComputedStyle(walk.currentNode.parentElement);
    if (data.length > 1 && style.visibility === 'visible' && style.display !== 'none') { best = walk.currentNode; break; }
  }
  if (!best) return false;
  const word = /\d/.test(best.data) ? best.data.replace(/\d/, (d) => (Number(d) + 3) % 10) : best.data.trim() + ' anew';
  best.data = word;
} else if (kind === 'color') el.style.setProperty('color', 'rgb(201, 33, 99)', 'important');
else if (kind === 'background') el.style.setProperty('background-color', 'rgb(250, 220, 120)', 'important');
else if (kind === 'font') el.style.setProperty('font-weight', getComputedStyle(el).fontWeight === '700' ? '400' : '700', 'important');
else if (kind === 'size') {
  if (getComputedStyle(el).display === 'inline') return false;
  el.style.setProperty('box-sizing', 'border-box', 'important');
  el.style.setProperty('max-width', 'none', 'important');
  el.style.setProperty('width', box.width - 14 + 'px', 'important');
  el.style.setProperty('height', box.height + 10 + 'px', 'important');
} else if (kind === 'place') {
  if (getComputedStyle(el).position === 'static') el.style.position = 'relative';
  else if (getComputedStyle(el).position !== 'relative') return false;
  el.style.left = '11px'; el.style.top = '9px';
} else if (kind === 'state') {
  if (el.matches('input[type=checkbox],input[type=radio]')) el.checked = !el.checked;
  else if (el.matches('select')) { if (el.options.length < 2) return false; el.selectedIndex = el.selectedIndex ? 0 : 1; }
  else if (el.matches('input:not([type=password],[type=hidden],[type=file],[type=color],[type=range],[type=date]),textarea')) el.value = '17';
  else if (el.matches('details > summary')) el.parentElement.open = !el.parentElement.open;
  else if (el.matches('button')) el.setAttribute('aria-expanded', el.getAttribute('aria-expanded') === 'true' ? 'false' : 'true');
  else if (el.matches('a[href]:not([aria-current])')) el.setAttribute('aria-current', 'page');
  else return false;
} else if (kind === 'gone') el.remove();
else if (kind === 'new') {
  const made = document.createElement(el.localName === 'li' ? 'li' : 'button');
  made.textContent = 'Planted here';
  el.after(made);
  // Where a list shows no text or the parent no room, nothing is new to see.
  const { width, height } = made.getBoundingClientRect();
  if (width < 4 || height < 4 || getComputedStyle(made).fontSize === '0px') { made.remove(); return false; }
} else if (kind === 'covered') {
  const made = document.createElement('div');
  made.id = 'planted-cover';
  made.setAttribute('role', 'dialog'); made.setAttribute('aria-label', 'Cookies');
  made.style.cssText = `position:fixed;z-index:2147483647;background:#ffe;left:${box.left - 2}px;` +
    `top:${box.top - 2}px;width:${box.width + 4}px;height:${box.height + 4}px`;
  made.textContent = 'ok';
  document.body.append(made);
} else if (kind === 'order') {
  const next = el.nextElementSibling;
  if (!next || next.localName !== el.localName || next.textContent === el.textContent) return false;
  if (!next.checkVisibility() || !next.getClientRects().length) return false;
  next.after(el);
} else if (kind === 'image') {
  if (!el.matches('img,svg,canvas')) return false;
  el.style.boxSizing = 'border-box';
  el.style.width = box.width + 'px'; el.style.height = box.height + 'px';
  if (el.matches('img')) {
    el.removeAttribute('srcset');
    el.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h4v7z" fill="crimson"/></svg>';
    await el.decode();
  } else if (el.matches('svg')) el.innerHTML = '<circle cx="50%" cy="50%" r="30%" fill="crimson"/>';
  else { const c = el.getContext('2d'); if (!c) return false; c.fillStyle = 'crimson'; c.fillRect(2, 2, el.width / 2, el.height / 2); }
}
return true;
