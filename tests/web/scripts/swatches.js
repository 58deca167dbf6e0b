// Draws the swatches of faces and returns the colours of each.
async (faces) => {
  const { Swatch } = await import('/static/cards/swatch.js');
  const { html, render } = await import('/static/vendor/preact.js');
  const box = document.createElement('div');
  return Object.keys(faces).map((face) => {
    render(html`<${Swatch} key=${face} game=${{ game: 'monopoly_deal', faces }} face=${face} />`, box);
    return [...box.querySelectorAll('rect')].map((one) => one.getAttribute('fill'));
  });
}
