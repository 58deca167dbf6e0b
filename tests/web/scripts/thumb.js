// What a thumb would stumble over in the page as it is: a page wider than the window, and whether the chosen element is
// smaller than 24 pixels or stands partly outside the window.
() => {
  const found = [];
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.push(`the page is ${wider} px too wide`);
  const chosen = document.querySelector('[data-robot]');
  if (!chosen) return found;
  const {left, right, width, height} = chosen.getBoundingClientRect();
  const name = `${chosen.className} ${chosen.dataset.verb ?? ''} ${(chosen.getAttribute('aria-label') ?? chosen.textContent).trim().slice(0, 40)}`;
  if (Math.min(width, height) < 24) found.push(`${Math.round(width)} × ${Math.round(height)} px: ${name}`);
  if (chosen.closest('#strip') && (left < 0 || right > innerWidth + 1))
    found.push(`from ${Math.round(left)} to ${Math.round(right)} px: ${name}`);
  return found;
}
