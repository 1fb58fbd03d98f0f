// A selector that comes back to its element: test id, id, aria-label, role and name, short CSS path.
//
// The first kind that is unique wins; every selector is asked again with the engine of query.js
// before it is returned. Inside a shadow tree it is "host >> inner". docs/selectors.md has the
// notation; the values of form fields are never part of it.
{
  const { attribute, memo, nodeType, queryCss, rootNode } = vm.native;
  const { dom } = vm;

  const TEST_ATTRIBUTES = Object.freeze([
    "data-testid", "data-test-id", "data-test", "data-qa", "data-cy", "data-automation-id",
  ]);
  const VALUE_LIMIT = 120;
  const NAME_LIMIT = 80;
  /** More elements of one role than this are not named just to prove that one name is unique. */
  const ROLE_LIMIT = 150;
  /** With more trees than this, a selector that could match in any of them is not tried. */
  const TREE_LIMIT = 30;

  // Controls and bidirectional controls are written as escapes, so that the selector reads as it is.
  const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
  const quoted = (value) =>
    `"${value
      .replace(/["\\]/g, "\\$&")
      .replace(UNSAFE, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;
  const escapeId = (id) =>
    CSS.escape(id).replace(UNSAFE, (char) => `\\${char.charCodeAt(0).toString(16)} `);
  const cssAttribute = (name, value) => `[${name}=${quoted(value)}]`;

  /** How often each test id, id and aria-label occurs in all trees; one scan per look. */
  const counts = (names) => {
    const known = memo("counts");
    let index = known.get(document);
    if (!index) {
      index = new Map();
      const attributes = [...names, "id", "aria-label"];
      const css = attributes.map((name) => `[${name}]`).join(",");
      for (const tree of vm.trees.trees()) {
        for (const el of queryCss(tree, css)) {
          for (const name of attributes) {
            const value = attribute(el, name);
            if (value === null) continue;
            const key = `${name}=${value}`;
            index.set(key, (index.get(key) ?? 0) + 1);
          }
        }
      }
      known.set(document, index);
    }
    return index;
  };

  /** Whether that CSS means this element alone, in its tree and in the shadow trees below. */
  const isOnly = (el, css, scope) => {
    const trees = scope === document ? [rootNode(el)] : vm.trees.treesIn(scope);
    for (const tree of trees) {
      const found = queryCss(tree, css);
      if (found.length > 1 || (found.length === 1 && found[0] !== el)) return false;
      if (found.length === 0 && tree === rootNode(el)) return false;
    }
    return true;
  };
  const isOnlyEverywhere = (el, css, scope) => {
    if (scope !== document) return isOnly(el, css, scope);
    const trees = vm.trees.trees();
    if (trees.length > TREE_LIMIT) return false;
    return isOnly(el, css, document) && trees.every((t) => t === rootNode(el) || !queryCss(t, css).length);
  };

  /** [kind, css] of the attribute selectors that an element offers, best first. */
  const ofAttributes = (el, names) => {
    const list = [];
    for (const name of names) {
      const value = attribute(el, name);
      if (value?.trim() && value.length <= VALUE_LIMIT) {
        list.push(["testid", cssAttribute(name, value), `${name}=${value}`]);
        break;
      }
    }
    const id = attribute(el, "id");
    if (id && vm.stable.isId(id)) list.push(["id", `#${escapeId(id)}`, `id=${id}`]);
    const label = attribute(el, "aria-label");
    if (label?.trim() && label.length <= VALUE_LIMIT) {
      list.push(["aria-label", cssAttribute("aria-label", label), `aria-label=${label}`]);
    }
    return list;
  };
  const isSingle = (el, [, css, key], scope, names) =>
    scope === document
      ? counts(names).get(key) === 1 && isOnly(el, css, document)
      : isOnly(el, css, scope);

  const ROLES = new Set(
    ("button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio " +
      "searchbox slider spinbutton switch tab textbox treeitem").split(" "),
  );
  /** The elements of each role by name, for one look. */
  const named = (role) => {
    const known = memo("named");
    let byRole = known.get(document);
    if (!byRole) known.set(document, (byRole = new Map()));
    if (!byRole.has(role)) {
      const found = vm.trees.withRole(document, role, ROLE_LIMIT);
      const byName = new Map();
      for (const el of found ?? []) {
        const name = vm.plainName(el);
        byName.set(name, byName.has(name) ? null : el);
      }
      byRole.set(role, byName);
    }
    return byRole.get(role);
  };
  const ofRole = (el) => {
    const role = vm.role(el);
    if (!ROLES.has(role)) return null;
    const name = vm.plainName(el);
    if (!name || name.length > NAME_LIMIT || named(role).get(name) !== el) return null;
    return `role=${role}[name=${quoted(name)}]`;
  };

  const MARKS = ["name", "placeholder", "title", "alt", "for", "href"];
  const ofMarkup = (el, tag) => {
    const list = [];
    for (const name of MARKS) {
      const value = attribute(el, name);
      if (!value || value.length > NAME_LIMIT) continue;
      // An address may carry a session in its query, and a script is nothing to repeat.
      if (name === "href" && /[?&]|^\s*(javascript|data):/i.test(value)) continue;
      list.push(`${tag}${cssAttribute(name, value)}`);
    }
    const classes = (attribute(el, "class") ?? "").split(/\s+/).filter(vm.stable.isClass);
    for (const name of classes.slice(0, 2)) list.push(`${tag}.${CSS.escape(name)}`);
    return list;
  };

  const ordinals = (parent) => {
    const known = memo("ordinals");
    let at = known.get(parent);
    if (!at) {
      at = new Map();
      const seen = new Map();
      for (let n = dom.read.firstChild.call(parent); n; n = dom.read.nextSibling.call(n)) {
        if (nodeType(n) !== 1) continue;
        const tag = dom.read.localName.call(n);
        seen.set(tag, (seen.get(tag) ?? 0) + 1);
        at.set(n, seen.get(tag));
      }
      at.totals = seen;
      known.set(parent, at);
    }
    return at;
  };
  const stepOf = (el, parent) => {
    const tag = dom.read.localName.call(el);
    const at = ordinals(parent);
    const step = CSS.escape(tag);
    return at.totals.get(tag) > 1 ? `${step}:nth-of-type(${at.get(el)})` : step;
  };

  const ofPath = (el, scope, names) => {
    const tag = CSS.escape(dom.read.localName.call(el));
    for (const css of ofMarkup(el, tag)) if (isOnlyEverywhere(el, css, scope)) return css;
    const steps = [];
    let anchor = "";
    for (let at = el; ; ) {
      const parent = dom.read.parentNode.call(at);
      if (!parent || nodeType(parent) === 9) {
        steps.unshift(stepOf(at, parent ?? at));
        break;
      }
      steps.unshift(stepOf(at, parent));
      if (nodeType(parent) === 11) break;
      if (vm.native.tagOf(parent) === "body") {
        steps.unshift("body");
        break;
      }
      const found = ofAttributes(parent, names).find((o) => isSingle(parent, o, scope, names));
      if (found) {
        [, anchor] = found;
        break;
      }
      at = parent;
    }
    if (anchor) {
      for (const css of ofMarkup(el, tag)) {
        if (isOnly(el, `${anchor} ${css}`, scope)) return `${anchor} ${css}`;
      }
      for (let k = 1; k <= 2 && k < steps.length; k += 1) {
        const css = `${anchor} ${steps.slice(-k).join(" > ")}`;
        if (isOnly(el, css, scope)) return css;
      }
      return `${anchor} > ${steps.join(" > ")}`;
    }
    const path = steps.join(" > ");
    return scope === document || isOnly(el, path, scope) ? path : `:scope > ${path}`;
  };

  /** { kind, selector } of an element in its own tree, best first; the last is always there. */
  const inTree = (el, scope, names, isFirstOnly) => {
    const list = [];
    const add = (kind, selector) => {
      list.push({ kind, selector });
      return isFirstOnly;
    };
    const offers = ofAttributes(el, names);
    for (const offer of offers) {
      if (isSingle(el, offer, scope, names) && add(offer[0], offer[1])) return list;
    }
    if (scope === document) {
      const role = ofRole(el);
      if (role && add("role", role)) return list;
    }
    add("css", ofPath(el, scope, names));
    return list;
  };

  const prefixOf = (el, names) => {
    const root = rootNode(el);
    if (!(root instanceof ShadowRoot)) return ["", document];
    const host = dom.read.host.call(root);
    return [`${best(host, names)} >> `, host];
  };
  const best = (el, names) => {
    const known = memo("selector");
    let selector = known.get(el);
    if (selector === undefined) {
      const [prefix, scope] = prefixOf(el, names);
      selector = prefix + inTree(el, scope, names, true)[0].selector;
      known.set(el, selector);
    }
    return selector;
  };

  /**
   * The best selector of an element that is in the page; it finds exactly this element.
   * `testAttributes` are tried in turn; they hold for one look (until vm.forget()).
   */
  vm.selector = (el, testAttributes = TEST_ATTRIBUTES) => best(el, testAttributes);
  /** Every kind of selector that finds exactly this element: [{ kind, selector }], best first. */
  vm.selectorCandidates = (el, testAttributes = TEST_ATTRIBUTES) => {
    const [prefix, scope] = prefixOf(el, testAttributes);
    return inTree(el, scope, testAttributes, false).map(({ kind, selector }) => ({
      kind,
      selector: prefix + selector,
    }));
  };
  vm.testAttributes = TEST_ATTRIBUTES;
  /** Runs `work` as one look: nothing remembered from before, nothing kept after. */
  vm.batch = (work) => {
    vm.forget();
    try {
      return work();
    } finally {
      vm.forget();
    }
  };
}
