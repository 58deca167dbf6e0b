// Where the focus is, whether it can be seen, and the next key: on the way to the element that was chosen, or to press it.
// Arrows lead on within a listbox, and change a number, whose − and + Tab leaves out.
() => {
  const chosen = document.querySelector('[data-robot]'), focus = document.activeElement;
  if (!chosen || chosen.disabled) return {gone: true};
  const name = focus.getAttribute('aria-label') ?? focus.textContent.trim().slice(0, 40);
  const label = focus === document.body ? '' : `${focus.tagName} ${focus.className} ${name}`;
  const style = getComputedStyle(focus), box = focus.getBoundingClientRect();
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const seen = {label, visible: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && inside};
  if (focus === chosen) return {...seen, there: true, key: 'Enter'};
  if (focus === chosen.closest('.stepper')?.querySelector('output')) return {...seen, there: true, key: 'ArrowUp'};
  const list = focus.closest('[role=listbox]');
  if (!list?.contains(chosen)) return {...seen, there: false, key: 'Tab'};
  const cards = [...list.querySelectorAll('button.card')];
  return {...seen, there: false, key: cards.indexOf(chosen) > cards.indexOf(focus) ? 'ArrowRight' : 'ArrowLeft'};
}
