/** The pictures of the documents: each state at a desk in the light theme, and on a phone in the dark one, as small WebP. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const shown = [
  { suffix: '-1280-light.png', width: 960 },
  { suffix: '-390-dark.png', width: 390 },
];
/** Pixels: the rest of a long page is cut. */
const MAX_HEIGHT = 1_400;

/** Replaces the pictures in `target`. Does nothing for states that were not taken. */
export async function drawForDocuments(folder, target) {
  mkdirSync(target, { recursive: true });
  for (const { suffix, width } of shown) {
    for (const file of readdirSync(folder).filter((each) => each.endsWith(suffix))) {
      const scaled = sharp(await sharp(join(folder, file)).resize({ width }).toBuffer());
      const { height = 0 } = await scaled.metadata();
      const path = join(target, file.replace(/png$/, 'webp'));
      rmSync(path, { force: true });
      await scaled
        .extract({ left: 0, top: 0, width, height: Math.min(height, MAX_HEIGHT) })
        .webp({ quality: 60, effort: 6 })
        .toFile(path);
    }
  }
}
