// What of mine, and of what is common, is not wholly inside the window: my area, my hand, market, tiles, offers, strip.
() => {
  const inside = ({left, top, right, bottom}) => left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const parts = '.ownside, .hand, .hand .card, .mystall .stack-place, .market .card, .deals, .middle > .offers, #strip, #strip .verbs > *';
  return [...document.querySelectorAll(parts)]
    .filter((one) => one.checkVisibility() && one.getClientRects().length)
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && box.height > 0 && !inside(box))
    .map(([one, box]) => `${one.className} ${one.dataset.card ?? ''} ${['left', 'top', 'right', 'bottom'].map((side) => Math.round(box[side]))}`);
}
