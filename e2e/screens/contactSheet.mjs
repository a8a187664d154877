/** Images of labeled pictures at given places, and the pictures for them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Pixels above each picture. */
export const LABEL = 18;
/** Pixels between pictures. */
export const GAP = 8;

const label = (text, width) =>
  Buffer.from(
    `<svg width="${width}" height="${LABEL}"><text x="2" y="13" font-family="sans-serif" font-size="12">${text}</text></svg>`,
  );

/** Writes a sheet of `cells`: an image (`input`), its `text` and `width`, and where the label begins (`left`, `top`). */
export async function writeSheet(file, size, cells) {
  const background = { ...size, channels: 3, background: '#888' };
  const parts = cells.flatMap(({ input, text, width, left, top }) => [
    { input: label(text, width), left, top },
    { input, left, top: top + LABEL },
  ]);
  await sharp({ create: background }).composite(parts).webp({ quality: 75 }).toFile(file);
}

const name = /^(.+)-(\d+)-(light|dark|forced)\.png$/;

/**
 * The pictures in a folder, in groups by what `keyOf` returns: `landing-390-dark.png` is the state `landing` at 390 px in
 * the dark theme.
 */
export function groupPictures(folder, keyOf) {
  const groups = new Map();
  for (const file of readdirSync(folder)) {
    const [, state, width, view] = name.exec(file) ?? [];
    if (!state) continue;
    const picture = { path: join(folder, file), state, width: Number(width), view };
    const key = keyOf(picture);
    groups.set(key, [...(groups.get(key) ?? []), picture]);
  }
  return groups;
}
