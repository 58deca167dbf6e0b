// Texts below 12 pixels, presses below 44 by 44, and holdings below the edge of their panel: of what can be seen at the table. Cards that lie under others are
// reached at the part that shows, and a small card of a group by its group's plate.
() => {
  const seen = (one) => one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length > 0;
  const scale = (one) => one.ownerSVGElement ? one.getScreenCTM().a : 1;
  const texts = [...document.querySelectorAll('.table *')]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) && seen(one))
    .filter((one) => !one.closest('.hidden-text, .skip'))
    .map((one) => [parseFloat(getComputedStyle(one).fontSize) * scale(one), one])
    .filter(([size]) => size > 0 && size < 11.5)
    .map(([size, one]) => `${size.toFixed(1)} px: ${one.textContent.trim().slice(0, 30)} in ${one.closest('[class]')?.getAttribute('class')}`);
  const small = [...document.querySelectorAll('#strip button, #strip a, .chips button, .tradebutton, .facebutton, .seathead.target, .bar .icon')]
    .filter((one) => seen(one) && !one.disabled)
    .map((one) => [one.getBoundingClientRect(), one])
    .filter(([{width, height}]) => Math.round(width) < 42 || Math.round(height) < 44)
    .map(([{width, height}, one]) => `${Math.round(width)} × ${Math.round(height)}: ${one.className} ${one.textContent.trim().slice(0, 20)}`);
  const clipped = [...document.querySelectorAll('.seat .seathold > *')]
    .filter((one) => seen(one) && one.getBoundingClientRect().bottom > one.closest('.seat').getBoundingClientRect().bottom + 1)
    .map((one) => `clipped: ${one.textContent.trim().slice(0, 20)} of ${one.closest('.seat').ariaLabel}`);
  return {clipped: [...new Set(clipped)], texts: [...new Set(texts)], small: [...new Set(small)]};
}
