// Looks at the page once, chooses what to press, and marks it: the filled button if the move is whole, else something
// that fills a blank, else a card or a verb. Verbs that only undo or talk are chosen seldom. Returns null, 'ENDED', or
// {verb, at}: verb is "whole" for the button of a whole move that names none, "target" for a thing that may complete one,
// or ""; at is a point of it, from its corner, that nothing covers: a card in a fan shows only its edge.
// After nine presses without a move it puts back now and then, but not so often that two blanks could never both be filled.
({chances: [a, b, c], rare, stuck}) => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled);
  const bare = (one) => {
    one.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
    const {left, top, width, height} = one.getBoundingClientRect();
    const points = [[.5, .5], [.5, .08], [.08, .5], [.92, .5], [.5, .92], [.1, .1]].map(([x, y]) => ({x: x * width, y: y * height}));
    return points.find(({x, y}) => one.contains(document.elementFromPoint(left + x, top + y)));
  };
  const any = (list, chance) => {
    const first = Math.floor(chance * list.length);
    return [...list.slice(first), ...list.slice(0, first)].find(bare);
  };
  document.querySelectorAll('[data-robot]').forEach((one) => one.removeAttribute('data-robot'));
  if (document.querySelector('.ending')) return 'ENDED';
  const affordable = document.querySelector('.ticket.affordable') !== null;
  const begun = document.querySelector('#strip.begun') !== null;
  const whole = seen('#strip [data-main].act');
  const targets = begun ? seen('.chips [data-option], .board button.target:not(.chosen)') : [];
  const blanks = begun ? seen(`[data-aside] [aria-checked=false], [data-aside] .tradebutton:not(.chosen), [data-aside] .stepper button:last-child,
    #strip .stepper button:last-child, .hand button.card.lit:not(.chosen, .lifted)`) : [];
  const cards = begun ? [] : seen('.board button.card.lit, .board button.ticket.lit');
  const verbs = seen('#strip .verbs button[data-verb], .offer button[data-verb]');
  const likely = [...cards, ...verbs.filter((one) => !rare.includes(one.dataset.verb) && (one.dataset.verb !== 'grab' || affordable))];
  const back = seen('[data-put-back]')[0] ?? null;
  const others = seen('.chips [data-chip][aria-pressed=false]');
  let target = null;
  if (whole.length && (a < .9 || stuck)) target = whole[0];
  else if (stuck >= 9) target = (begun && stuck % 5 === 4 ? back : null) ?? any(verbs, b) ?? any([...targets, ...blanks], b) ?? back;
  else if (others.length && c > .85) target = any(others, b);
  else if (targets.length || blanks.length) target = any(targets.length && (c < .7 || !blanks.length) ? targets : [...targets, ...blanks], b) ?? back;
  else target = any(likely.length && c < .93 ? likely : c > .6 ? verbs : likely, b) ?? (begun ? back : null);
  if (!target) return null;
  target.setAttribute('data-robot', '');
  const verb = target.dataset.verb ?? (whole.includes(target) ? 'whole' : targets.includes(target) ? 'target' : '');
  return {verb, at: bare(target)};
}
