// Announces changes to screen readers, and shows one-line notices in the toolbar.

const { make } = draw;
const polite = make("div", { className: "said", attrs: { role: "status", "aria-live": "polite" } });
const notice = make("div", { className: "notice" });

draw.announce = {
  polite,
  notice,
  say(words) {
    // Screen readers ignore a text that is identical to the previous one.
    polite.textContent = polite.textContent === words ? `${words}\u00a0` : words;
  },
  show(words) {
    notice.textContent = words;
    if (words) draw.announce.say(words);
  },
};
