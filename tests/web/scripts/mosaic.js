// Puts four pictures into one and returns it as WebP: two wide ones at the left, two narrow ones at the right.
async ({wide, narrow, width, quality}) => {
  const load = (data) => new Promise((done, failed) => { const image = new Image(); image.onload = () => done(image); image.onerror = failed; image.src = 'data:image/png;base64,' + data; });
  const [left, right] = await Promise.all([Promise.all(wide.map(load)), Promise.all(narrow.map(load))]);
  const gap = 16;
  const height = Math.round(width * left[0].height / left[0].width);
  const full = left.length * height + (left.length - 1) * gap;
  const thin = right.length ? Math.round(full * right[0].width / right[0].height) : 0;
  const canvas = document.createElement('canvas');
  canvas.width = width + right.length * (gap + thin);
  canvas.height = full;
  const brush = canvas.getContext('2d');
  brush.imageSmoothingQuality = 'high';
  brush.fillStyle = '#8B9993';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  left.forEach((image, at) => brush.drawImage(image, 0, at * (height + gap), width, height));
  right.forEach((image, at) => brush.drawImage(image, width + gap + at * (thin + gap), 0, thin, full));
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}
