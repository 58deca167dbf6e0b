// Draws the swatches of faces and returns the colours of each.
async (faces) => {
  const { href } = document.querySelector('link[rel="icon"]'); // in the folder of the client
  const { Swatch } = await import(new URL('cards/swatch.js', href));
  const { html, render } = await import(new URL('vendor/preact.js', href));
  const box = document.createElement('div');
  return Object.keys(faces).map((face) => {
    render(html`<${Swatch} key=${face} game=${{ game: 'monopoly_deal', faces }} face=${face} />`, box);
    return [...box.querySelectorAll('rect')].map((one) => one.getAttribute('fill'));
  });
}
