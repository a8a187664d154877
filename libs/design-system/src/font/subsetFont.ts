/**
 * The font of the app: Inter's Latin letters in the weights of the design, with the features that its texts use. A
 * third smaller than Fontsource's file, which every first visit would download.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const source = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** The weights that `theme.css` uses. */
const weights = { min: 400, max: 700 };

/** Kerning, accents, digits of equal width, and the forms that Inter has between digits. No fractions. */
const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'calt'];

/** Copyright, family, license and its address. */
const names = [0, 1, 13, 14];

export const fontFile = join(import.meta.dirname, 'inter.woff2');

/** Deterministic for the same versions of the packages. */
export const subset = async (): Promise<Buffer> =>
  subsetFont(await readFile(createRequire(import.meta.url).resolve(source)), null, {
    targetFormat: 'woff2',
    keepAllGlyphs: true,
    keepFeatures: features,
    preserveNameIds: names,
    variationAxes: { wght: weights },
  });
