/** Contact sheets: all states in one view, side by side, to look at each. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { GAP, groupPictures, LABEL, writeSheet } from './contactSheet.mjs';

/** Pixels of a picture on a sheet, by the width of the window. */
const sizes = {
  320: [200, 420],
  390: [220, 420],
  768: [320, 400],
  1280: [420, 320],
  1440: [420, 320],
  1920: [480, 300],
};
const SHEET_WIDTH = 1800;
const ROWS = 5;

async function drawSheet(file, pictures, [width, height]) {
  const columns = Math.floor(SHEET_WIDTH / (width + GAP));
  const cells = await Promise.all(
    pictures.map(async ({ path, state }, at) => ({
      input: await sharp(path).resize(width, height, { fit: 'cover', position: 'left top' }).png().toBuffer(),
      text: state,
      width,
      left: (at % columns) * (width + GAP),
      top: Math.floor(at / columns) * (height + LABEL + GAP),
    })),
  );
  const rows = Math.ceil(pictures.length / columns);
  await writeSheet(file, { width: SHEET_WIDTH, height: rows * (height + LABEL + GAP) }, cells);
}

/** Draws `sheets/<width>-<view>-<number>.webp` from the pictures in a folder. */
export async function drawSheets(folder) {
  const sheets = join(folder, 'sheets');
  mkdirSync(sheets, { recursive: true });
  for (const [view, pictures] of groupPictures(folder, (one) => `${String(one.width)}-${one.view}`)) {
    const size = sizes[pictures[0].width] ?? [420, 320];
    const perSheet = Math.floor(SHEET_WIDTH / (size[0] + GAP)) * ROWS;
    for (let from = 0; from < pictures.length; from += perSheet) {
      const file = join(sheets, `${view}-${String(from / perSheet + 1)}.webp`);
      await drawSheet(file, pictures.slice(from, from + perSheet), size);
    }
  }
}
