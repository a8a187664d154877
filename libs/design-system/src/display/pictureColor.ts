/** Colors of generated pictures: a hue from the text or a chosen color, with the theme's lightness and contrast. */
import { css } from 'styled-components';

/** The colors that a user can choose, as OKLCH hues. */
const hues = { red: 20, orange: 55, green: 150, teal: 190, blue: 260, violet: 295, pink: 345 } as const;

/** The name of a color of generated pictures. */
export type PictureColor = keyof typeof hues;

/** The names of all colors of generated pictures. */
export const pictureColors = Object.keys(hues) as readonly PictureColor[];

/** FNV-1a: the same text has the same number in every browser. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** The chosen color, or one that is derived from `seed`. Colors that only a later release knows are ignored. */
export function hueOf(color: string | null | undefined, seed: string): number {
  const chosen = pictureColors.find((each) => each === color);
  const name = chosen ?? pictureColors[textHash(seed) % pictureColors.length] ?? 'blue';
  return hues[name];
}

/** Needs `--hue`. The contrast depends only on the lightness, so every hue has enough. */
export const pictureLook = css`
  --ground: light-dark(oklch(0.93 0.045 var(--hue)), oklch(0.3 0.06 var(--hue)));
  --ink: light-dark(oklch(0.42 0.12 var(--hue)), oklch(0.86 0.09 var(--hue)));
  background: var(--ground);
  color: var(--ink);
`;
