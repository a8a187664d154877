/** Files that a user can send as a picture, and the file that is stored. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { normalizePicture, withoutText } from './normalizePicture';

const picture = (width = 256, height = width) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 90, alpha: 0.5 } } });

test('a picture becomes a square WebP of at most 256 px, without its metadata (20)', async () => {
  const sent = await picture(512)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .png()
    .toBuffer();
  expect(sent.toString('latin1')).toContain('secret place');
  const stored = await normalizePicture(sent);
  expect(stored.toString('latin1')).not.toContain('secret place');
  expect(await sharp(stored).metadata()).toMatchObject({
    format: 'webp',
    width: 256,
    height: 256,
    hasAlpha: true,
  });
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
});

test('what follows the picture in its file is not stored (20)', async () => {
  const script = '<script>alert(1)</script>';
  const sent = Buffer.concat([await picture().webp().toBuffer(), Buffer.from(script)]);
  expect((await normalizePicture(sent)).includes(script)).toBe(false);
});

test.each([
  ['an SVG', 'type', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>')],
  ['a page', 'type', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a JPEG', 'type', () => picture().jpeg().toBuffer()],
  ['nothing', 'type', () => Buffer.alloc(0)],
  ['a PNG by its first bytes only', 'damaged', () => Buffer.from('\u0089PNG\r\n\u001a\nnothing', 'latin1')],
  ['half a file', 'damaged', async () => (await picture().png().toBuffer()).subarray(0, 300)],
  ['a wide picture', 'dimensions', () => picture(64, 32).png().toBuffer()],
  ['a point', 'dimensions', () => picture(1).png().toBuffer()],
  ['a decompression bomb', 'dimensions', () => picture(3_000).png({ palette: true }).toBuffer()],
  ['more than 256 KB', 'size', () => Buffer.alloc(300 * 1024)],
] as const)('%s is rejected: %s (20)', async (_, fault, make) => {
  await expect(normalizePicture(await make())).rejects.toMatchObject({ fault });
});

test('text in a PNG does not reach the decoder, which would decompress 250 MB of it', async () => {
  const sent = await picture().png().toBuffer();
  const text = (type: string) => Buffer.from(`\0\0\0\u0004${type}k\0\0\0????`, 'latin1');
  const texts = ['tEXt', 'zTXt', 'iTXt', 'eXIf'].map(text);
  const [head, pixels] = [sent.subarray(0, 33), sent.subarray(33)];
  const withText = Buffer.concat([head, ...texts, pixels, ...texts]);
  expect(withoutText(withText)).toEqual(withoutText(sent));
  // A critical chunk that no decoder knows.
  const unknown = Buffer.concat([head, text('TEXT'), pixels]);
  expect(await normalizePicture(unknown)).toEqual(await normalizePicture(sent));
});
