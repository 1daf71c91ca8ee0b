/** As large as the record keeps it (`db/pictures/logo.ts`). */
const box = { width: 480, height: 160 };

/**
 * A picture file as a small data URL, with its transparency.
 * @throws where the browser cannot read it as a picture
 */
export async function shrinkLogo(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/png');
}
