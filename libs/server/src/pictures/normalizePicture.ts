/**
 * Decodes an uploaded picture and writes its pixels to a new file: a square WebP without metadata. The uploaded bytes
 * are never stored, so hidden content (scripts, locations, a second format) is removed.
 */

/** Bytes of a picture that is sent. The page sends 256 × 256 pixels. */
export const MAX_SENT = 256 * 1024;
/** The width and height of a stored picture, in pixels. */
export const SIDE = 256;
/** Pixels of a side that is decoded: a small file can claim to be huge. */
const LONGEST_SIDE = 2_048;
/** Bytes that the database takes. */
const MAX_STORED = 65_536;
const QUALITIES = [85, 60, 30] as const;

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

const isPng = (bytes: Buffer) => startsWith(bytes, '\u0089PNG\r\n\u001a\n');
/** The libraries read only what this lets through: no SVG, no other format. */
const isPngOrWebp = (bytes: Buffer) =>
  isPng(bytes) || (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8));

/** Chunks of a PNG that its pixels and their colors need. */
const needed = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP']);

/** A PNG without other chunks. 256 KB of compressed text are 250 MB, which the library would decompress in seconds. */
export function withoutText(png: Buffer): Buffer {
  const kept = [png.subarray(0, 8)];
  for (let at = 8; at + 8 <= png.length;) {
    const end = at + 12 + png.readUInt32BE(at);
    if (needed.has(png.toString('latin1', at + 4, at + 8))) kept.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

export type PictureFault = 'type' | 'size' | 'dimensions' | 'damaged';

export class InvalidPicture extends Error {
  override readonly name = 'InvalidPicture';
  constructor(readonly fault: PictureFault) {
    super(`Invalid picture: ${fault}`);
  }
}

/** Loaded at the first picture: it is a native library of 16 MB. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};

/** A WebP file of at most 256 × 256 pixels and 64 KB. @throws `InvalidPicture` */
export async function normalizePicture(sent: Buffer): Promise<Buffer> {
  if (sent.length > MAX_SENT) throw new InvalidPicture('size');
  if (!isPngOrWebp(sent)) throw new InvalidPicture('type');
  const bytes = isPng(sent) ? withoutText(sent) : sent;
  const sharp = await loadSharp();
  const open = () =>
    sharp(bytes, { limitInputPixels: LONGEST_SIDE * LONGEST_SIDE, failOn: 'error', pages: 1 });
  // Reads only the header, without decoding.
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new InvalidPicture('damaged');
    });
  if (width !== height || width > LONGEST_SIDE || width < 16) throw new InvalidPicture('dimensions');
  for (const quality of QUALITIES) {
    const file = await open()
      .resize(SIDE, SIDE, { withoutEnlargement: true })
      .toColorspace('srgb')
      .webp({ quality })
      .toBuffer()
      .catch(() => {
        throw new InvalidPicture('damaged');
      });
    if (file.length <= MAX_STORED) return file;
  }
  throw new InvalidPicture('size');
}
