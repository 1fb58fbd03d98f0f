// Announces changes to screen readers, and shows the one line of notice in the bar.

const { make } = draw;
const polite = make("div", { className: "said", attrs: { role: "status", "aria-live": "polite" } });
const notice = make("div", { className: "notice" });

draw.announce = {
  polite,
  notice,
  say(words) {
    // The same words twice in a row are read again only if they differ.
    polite.textContent = polite.textContent === words ? `${words}\u00a0` : words;
  },
  show(words) {
    notice.textContent = words;
    if (words) draw.announce.say(words);
  },
};
