/** Contact sheets: all states in one view, side by side, to look at each. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

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
const LABEL = 18;

const name = /^(.+)-(\d+)-(light|dark|forced)\.png$/;

const label = (text, width) =>
  Buffer.from(
    `<svg width="${width}" height="${LABEL}"><text x="2" y="13" font-family="sans-serif" font-size="12">${text}</text></svg>`,
  );

async function drawSheet(file, pictures, [width, height]) {
  const columns = Math.floor(SHEET_WIDTH / (width + 8));
  const cells = await Promise.all(
    pictures.map(async ({ path, state }, at) => {
      const [left, top] = [(at % columns) * (width + 8), Math.floor(at / columns) * (height + LABEL + 8)];
      const input = await sharp(path)
        .resize(width, height, { fit: 'cover', position: 'left top' })
        .png()
        .toBuffer();
      return [
        { input: label(state, width), left, top },
        { input, left, top: top + LABEL },
      ];
    }),
  );
  const rows = Math.ceil(pictures.length / columns);
  const size = { width: SHEET_WIDTH, height: rows * (height + LABEL + 8), channels: 3, background: '#888' };
  await sharp({ create: size }).composite(cells.flat()).webp({ quality: 75 }).toFile(file);
}

/** Draws `sheets/<width>-<view>-<number>.webp` from the pictures in a folder. */
export async function drawSheets(folder) {
  const sheets = join(folder, 'sheets');
  mkdirSync(sheets, { recursive: true });
  const found = readdirSync(folder).flatMap((file) => {
    const [, state, width, view] = name.exec(file) ?? [];
    return state ? [{ state, path: join(folder, file), width, view }] : [];
  });
  const viewOf = (one) => `${one.width}-${one.view}`;
  for (const view of new Set(found.map(viewOf))) {
    const pictures = found.filter((one) => viewOf(one) === view);
    const size = sizes[pictures[0].width] ?? [420, 320];
    const perSheet = Math.floor(SHEET_WIDTH / (size[0] + 8)) * ROWS;
    for (let from = 0; from < pictures.length; from += perSheet) {
      const file = join(sheets, `${view}-${String(from / perSheet + 1)}.webp`);
      await drawSheet(file, pictures.slice(from, from + perSheet), size);
    }
  }
}
