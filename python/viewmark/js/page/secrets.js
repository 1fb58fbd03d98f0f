// Decides which elements hold something that must not leave the page: their content is never
// read. The words are those of `secret_words.py`, handed over as two patterns when this is loaded.
{
  const { attribute, byId, memo, parentElement, queryCss, rootNode, styleOf, tagOf, textContent } =
    vm.native;
  const [TYPED, CHOSEN] = secretPatterns.map((pattern) => new RegExp(pattern, "u"));
  /** Fields that were once passwords stay secret when a "show password" button retypes them. */
  const seen = new WeakSet();
  const SECRET_TOKEN = /^(current-password|new-password|one-time-code|cc-.+)$/;
  const NAMED = new Set(["text", "tel", "number", "month", "url"]);
  const FIELDS = "input,textarea,select";
  const LABEL_WORDS = 6; // a longer text is a sentence about something
  const NEGATED = /(^| )(not|never|don|without|forgot|forgotten)( |$)/;

  /**
   * The words of a name in small letters with single spaces, as `secret_words.words`.
   * @param {string} name
   */
  const wordsOf = (name) =>
    name
      .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
      .replace(/(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])/g, " ")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
      .toLowerCase();
  /** @param {string} name @param {RegExp} pattern */
  const saysSo = (name, pattern) => pattern.test(wordsOf(name));
  /** @param {string | null} text @param {RegExp} pattern */
  const labelSaysSo = (text, pattern) => {
    const words = wordsOf((text ?? "").slice(0, 200));
    return words.split(" ").length <= LABEL_WORDS && pattern.test(words) && !NEGATED.test(words);
  };
  /** @param {Element} el */
  const textsAbout = function* (el) {
    for (const name of ["aria-label", "placeholder", "title"]) yield attribute(el, name);
    for (const label of el.labels ?? []) yield textContent(label);
    for (const id of (attribute(el, "aria-labelledby") ?? "").split(/\s+/)) {
      const other = id && byId(rootNode(el), id);
      // What is named by a field is named by its value.
      if (other && !/^(input|textarea|select)$/.test(tagOf(other))) yield textContent(other);
    }
  };

  const SHOWS = /^(show|hide|reveal|toggle|mask|unmask|conceal|view|display)( |$)/;
  const BUTTONS = "button,[role=button],[role=switch],input[type=checkbox]";
  /**
   * Whether `el` has one field that is typed into, and a button that shows or hides a secret.
   * @param {Element} el
   */
  const hasToggle = (el) => {
    const known = memo("secretToggle");
    let answer = known.get(el);
    if (answer === undefined) {
      const typed = [...queryCss(el, FIELDS)].filter(
        (field) => tagOf(field) === "textarea" || !/^(checkbox|hidden|submit|button)$/.test(field.type),
      );
      answer = typed.length > 1 ? null : false;
      for (const button of typed.length === 1 ? queryCss(el, BUTTONS) : []) {
        const texts = [attribute(button, "aria-label"), attribute(button, "title"), textContent(button)];
        for (const label of button.labels ?? []) texts.push(textContent(label));
        answer ||= texts.some(
          (text) => text && SHOWS.test(wordsOf(text.slice(0, 200))) && labelSaysSo(text, TYPED),
        );
      }
      known.set(el, answer);
    }
    return answer;
  };
  /** @param {Element} el */
  const isBesideToggle = (el) => {
    let up = /** @type {Element | null} */ (el);
    for (let level = 0; level < 3; level += 1) {
      up = up && parentElement(up);
      const answer = up ? hasToggle(up) : null;
      if (answer !== false) return answer === true;
    }
    return false;
  };

  /** @param {Element} el @param {string} tag */
  const isNamedSo = (el, tag) => {
    if (tag === "input" && !NAMED.has(el.type)) return false;
    const known = memo("secretName");
    let answer = known.get(el);
    if (answer === undefined) {
      const pattern = tag === "select" ? CHOSEN : TYPED;
      answer = ["name", "id"].some((name) => saysSo(attribute(el, name) ?? "", pattern));
      for (const text of answer ? [] : textsAbout(el)) answer ||= labelSaysSo(text, pattern);
      answer ||= tag === "input" && el.type === "text" && isBesideToggle(el);
      known.set(el, answer);
    }
    return answer;
  };

  /**
   * Whether the element's content is secret: a password, a one-time code, a payment card, a key or
   * token, by type, `autocomplete`, name or label; a hidden field; text that the page itself shows
   * as dots (text-security), in a field or not.
   */
  vm.isSecret = (el) => {
    const tag = tagOf(el);
    if (tag !== "input" && tag !== "textarea" && tag !== "select") return styleOf(el).isMasked;
    if (seen.has(el)) return true;
    if (tag === "input" && el.type === "hidden") return true;
    const isPassword = tag === "input" && el.type === "password";
    const tokens = (attribute(el, "autocomplete") ?? "").toLowerCase().split(/\s+/);
    if (isPassword || tokens.some((token) => SECRET_TOKEN.test(token)) || isNamedSo(el, tag)) {
      seen.add(el);
      return true;
    }
    return tag !== "select" && styleOf(el).isMasked;
  };
  vm.wordsOf = wordsOf;

  /** Whether anything stands in it; also what the browser filled in and shows no script yet. */
  vm.isFilled = (el) => {
    const tag = tagOf(el);
    if (tag === "select") return el.selectedIndex >= 0 && el.value !== "";
    if (tag !== "input" && tag !== "textarea") return textContent(el) !== "";
    return el.value !== "" || vm.native.matches(el, ":autofill");
  };

  /** All fields of this document, its shadow trees included, whose content is secret. */
  vm.secretFields = () => {
    const found = [];
    for (const tree of vm.trees.trees()) {
      for (const el of queryCss(tree, FIELDS)) if (vm.isSecret(el)) found.push(el);
    }
    return found;
  };

  /** The names under which a form would send them; scripts without forms often take the id. */
  vm.secretNames = () => {
    vm.forget();
    const names = new Set();
    for (const el of vm.secretFields()) {
      if (tagOf(el) === "input" && el.type === "hidden") continue; // a carrier of anything
      const name = attribute(el, "name") || attribute(el, "id");
      if (name && names.size < 100) names.add(name.slice(0, 200));
    }
    return [...names];
  };
}
