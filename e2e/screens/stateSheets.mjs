/** Sheets of one state in one theme: its widths side by side, large enough to read its text. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { GAP, groupPictures, LABEL, writeSheet } from './contactSheet.mjs';

/** Two sheets of a state, each with its rows: pixels of a picture, by the width of the window. */
const sheets = {
  phone: [{ height: 1_000, sizes: { 320: 320, 390: 356, 768: 428 } }],
  desk: [
    { height: 420, sizes: { 1280: 556, 1440: 556 } },
    { height: 560, sizes: { 1920: 1_120 } },
  ],
};
const SHEET_WIDTH = 1_120;

const widthOnSheet = Object.assign(
  {},
  ...Object.values(sheets).flatMap((rows) => rows.map(({ sizes }) => sizes)),
);

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
async function cellsOf(rows, pictures, part) {
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

async function drawSheet(name, rows, pictures) {
  for (let part = 0; ; part++) {
    const { cells, height } = await cellsOf(rows, pictures, part);
    if (cells.length === 0) return;
    await writeSheet(`${name}-${String(part + 1)}.webp`, { width: SHEET_WIDTH, height }, cells);
  }
}

/** Draws `state-sheets/<state>-<view>-<phone or desk>-<number>.webp` from the pictures in a folder. */
export async function drawStateSheets(folder) {
  const target = join(folder, 'state-sheets');
  mkdirSync(target, { recursive: true });
  for (const [name, pictures] of groupPictures(folder, (one) => `${one.state}-${one.view}`)) {
    const scaled = await Promise.all(pictures.sort((a, b) => a.width - b.width).map(scaledTo));
    for (const [kind, rows] of Object.entries(sheets)) {
      await drawSheet(join(target, `${name}-${kind}`), rows, scaled);
    }
  }
}
