/** Makes a small square picture of a file that a user chose: its center, 256 × 256 pixels, without metadata. */

/** The width and height in pixels. */
const SIDE = 256;
const SMALLEST = 16;
/** The largest file, in bytes. A phone's photo has up to 15 MB. */
const LARGEST_FILE = 25_000_000;

/** Why the file cannot be used. */
export type PictureError = 'unreadable' | 'small' | 'large';

export class UnusablePicture extends Error {
  override readonly name = 'UnusablePicture';
  constructor(readonly reason: PictureError) {
    super(`Unusable picture: ${reason}`);
  }
}

/** WebP if the browser can encode it, otherwise PNG. @throws `UnusablePicture` */
export async function squarePicture(file: Blob): Promise<Blob> {
  if (file.size > LARGEST_FILE) throw new UnusablePicture('large');
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new UnusablePicture('unreadable');
  });
  const { width, height } = bitmap;
  const side = Math.min(width, height);
  if (side < SMALLEST) throw new UnusablePicture('small');
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, SIDE);
  const context = canvas.getContext('2d');
  if (!context) throw new UnusablePicture('unreadable');
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    bitmap,
    ...([(width - side) / 2, (height - side) / 2, side, side] as const),
    ...([0, 0, canvas.width, canvas.height] as const),
  );
  bitmap.close();
  const picture = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/webp', 0.9);
  });
  if (!picture) throw new UnusablePicture('unreadable');
  return picture;
}
