// Asks axe for its rules, with the path of each element as checkpoints have it.
axe.run(document, { runOnly: RULES, iframes: false, rules: { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } } })
  .then((result) => {
    const rows = {};
    for (const kind of ["violations", "incomplete", "passes"]) {
      rows[kind] = result[kind].flatMap((rule) => rule.nodes.map((node) => {
        const parts = [];
        for (let at = document.querySelector(node.target[0]); at && at !== document.documentElement; at = at.parentElement) {
          let index = 1;
          for (let before = at.previousElementSibling; before; before = before.previousElementSibling) index += before.localName === at.localName;
          parts.unshift(`${at.localName}[${index}]`);
        }
        return [rule.id, parts.join("/")];
      }));
    }
    return JSON.stringify(rows);
  });
