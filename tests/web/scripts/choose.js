// Looks at the page once, chooses what to press, and marks it: the filled button if the move is whole, else something
// that fills a blank, else a verb. Verbs that only undo or talk are chosen seldom. Returns null, 'ENDED', or {verb, at}:
// verb is "whole" for the button of a whole move that names none, or ""; at is a point of it, from its corner, that
// nothing covers: a card in a fan shows only its edge.
// Where nothing is left but a move that cannot be, it cancels.
// After nine presses without a move it cancels now and then, but not so often that two blanks could never both be filled.
({chances: [a, b, c], rare, stuck}) => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility() && !one.disabled);
  const bare = (one) => {
    one.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
    const {left, top, width, height} = one.getBoundingClientRect();
    const points = [[.5, .5], [.5, .08], [.08, .5], [.92, .5], [.5, .92]].map(([x, y]) => ({x: x * width, y: y * height}));
    return points.find(({x, y}) => one.contains(document.elementFromPoint(left + x, top + y)));
  };
  const any = (list, chance) => {
    const first = Math.floor(chance * list.length);
    return [...list.slice(first), ...list.slice(0, first)].find(bare);
  };
  document.querySelectorAll('[data-robot]').forEach((one) => one.removeAttribute('data-robot'));
  if (document.querySelector('.ending')) return 'ENDED';
  const whole = seen('#question [data-main].act, #question .verbs button.act:not([data-to-offers])');
  const begun = seen('#question .sentence .verb').length > 0;
  const blanks = begun ? seen(`#question .making [aria-checked=false], [data-editor] .stepper button:last-child, .felt button.card.lit:not(.chosen),
    button.seathead[aria-pressed=false], button.group.lit:not(.chosen), button[data-lit]:not(.pressed), button.ticket.lit:not(.chosen)`) : [];
  const verbs = seen('#question .verbs button[data-verb], .offer button[data-verb]');
  const affordable = document.querySelector('.ticket.affordable') !== null;
  const likely = verbs.filter((one) => !rare.includes(one.dataset.verb) && (one.dataset.verb !== 'grab' || affordable));
  const quiet = seen('#question .verbs .quiet')[0] ?? null;
  let target = null;
  const bold = whole.filter((one) => one.dataset.verb !== 'grab' || affordable);
  if (bold.length && (a < .9 || stuck)) target = bold[0];
  else if (stuck >= 9) target = (stuck < 14 ? seen('[data-just-enough]')[0] : null) ?? (begun && stuck % 5 === 4 ? quiet : null) ?? any(verbs, b) ?? any(blanks, b) ?? quiet;
  else if (blanks.length) target = any(blanks, b) ?? quiet;
  else target = any(likely.length && c < .93 ? likely : c > .6 ? verbs : likely, b) ?? (begun ? quiet : null);
  if (!target) return null;
  target.setAttribute('data-robot', '');
  return {verb: target.dataset.verb ?? (bold.includes(target) ? 'whole' : ''), at: bare(target)};
}
