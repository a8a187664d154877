/** Sheets of one state in one theme: all its widths side by side, large enough to read, to judge it before a merge. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { GAP, groupPictures, LABEL, writeSheet } from './contactSheet.mjs';

/** Rows of a sheet: pixels of a picture, by the width of the window. */
const rows = [
  { height: 1_000, sizes: { 320: 320, 390: 350, 768: 500, 1280: 600 } },
  { height: 640, sizes: { 1440: 800, 1920: 990 } },
];

const widthOnSheet = Object.assign({}, ...rows.map(({ sizes }) => sizes));

async function scaledTo({ path, width: window }) {
  const width = widthOnSheet[window];
  const { data, info } = await sharp(path).resize({ width }).png().toBuffer({ resolveWithObject: true });
  return { window, data, width, height: info.height };
}

/** The `part`th piece of a long page. `undefined` below its end. */
async function pieceOf({ data, width, height }, rowHeight, part) {
  const top = part * rowHeight;
  if (top >= height) return undefined;
  const piece = { left: 0, top, width, height: Math.min(rowHeight, height - top) };
  return { input: await sharp(data).extract(piece).png().toBuffer(), height: piece.height };
}

/** The `part`th pieces of all pictures, one row below the other. */
async function cellsOf(pictures, part) {
  const cells = [];
  let top = 0;
  for (const { height, sizes } of rows) {
    let left = 0;
    let tallest = 0;
    for (const picture of pictures.filter(({ window }) => window in sizes)) {
      const piece = await pieceOf(picture, height, part);
      const { window, width } = picture;
      if (piece) cells.push({ input: piece.input, text: `${String(window)} px`, width, left, top });
      tallest = Math.max(tallest, piece?.height ?? 0);
      left += width + GAP;
    }
    if (tallest > 0) top += tallest + LABEL + GAP;
  }
  return { cells, height: top };
}

/** Draws `state-sheets/<state>-<view>-<number>.webp` from the pictures in a folder. */
export async function drawStateSheets(folder) {
  const sheets = join(folder, 'state-sheets');
  mkdirSync(sheets, { recursive: true });
  for (const [name, pictures] of groupPictures(folder, (one) => `${one.state}-${one.view}`)) {
    const scaled = await Promise.all(pictures.sort((a, b) => a.width - b.width).map(scaledTo));
    for (let part = 0; ; part++) {
      const { cells, height } = await cellsOf(scaled, part);
      if (cells.length === 0) break;
      await writeSheet(join(sheets, `${name}-${String(part + 1)}.webp`), height, cells);
    }
  }
}
