/**
 * The picture of an agent for previews of links: its uploaded icon, or the pattern of its generated one, on its color.
 * The colors and the pattern are those of the design system (`pictureColor.ts`, `AgentIcon.tsx`) in the light theme.
 */

/** Ground, end of the ground, tile and ink of each color, from OKLCH. The order decides the color of a name. */
const looks = {
  red: ['#ffcccb', '#fff0ef', '#ffdddb', '#822b31'],
  orange: ['#ffd3b2', '#fff2e9', '#ffe1cc', '#7c3600'],
  green: ['#beecc6', '#ecf9ee', '#d4f1d8', '#005e26'],
  teal: ['#a8eee8', '#e7faf8', '#c7f2ee', '#00605c'],
  blue: ['#c3e0ff', '#edf6ff', '#d7e9ff', '#224a8d'],
  violet: ['#e1d6ff', '#f6f3ff', '#e9e3ff', '#533c87'],
  pink: ['#ffcce9', '#fff0f8', '#ffdcef', '#782c5c'],
} as const;
type Color = keyof typeof looks;
const colors = Object.keys(looks) as Color[];

/** The same as in `og:image:width` and `og:image:height`. */
const [WIDTH, HEIGHT, TILE, ROUND] = [1200, 630, 360, 48];
const [LEFT, TOP] = [(WIDTH - TILE) / 2, (HEIGHT - TILE) / 2];

/** FNV-1a. */
function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The cells of a mirrored grid of four by four that the name fills. */
function pattern(name: string): string {
  const bits = textHash(name);
  const cell = TILE / 4;
  const at = (x: number, y: number) =>
    `<rect x="${String(x * cell)}" y="${String(y * cell)}" width="${String(cell)}" height="${String(cell)}"/>`;
  return Array.from({ length: 8 }, (_, index) => index)
    .filter((index) => ((bits >>> index) & 1) === 1)
    .map((index) => at(index % 2, Math.floor(index / 2)) + at(3 - (index % 2), Math.floor(index / 2)))
    .join('');
}

export interface CardOptions {
  name: string;
  color: string | null;
  /** The uploaded icon. */
  icon?: Buffer | undefined;
}

/** A PNG of 1200 × 630 pixels. No text of a user is in the SVG. */
export async function agentCard({ name, color, icon }: CardOptions): Promise<Buffer<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  const key = colors.find((each) => each === color) ?? colors[textHash(name) % colors.length] ?? 'blue';
  const [ground, end, tile, ink] = looks[key];
  const size = `width="${String(TILE)}" height="${String(TILE)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(HEIGHT)}">
    <linearGradient id="g"><stop stop-color="${ground}"/><stop offset="1" stop-color="${end}"/></linearGradient>
    <clipPath id="c"><rect ${size} rx="${String(ROUND)}"/></clipPath>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <g transform="translate(${String(LEFT)} ${String(TOP)})" clip-path="url(#c)">
      <rect ${size} fill="${tile}"/><g fill="${ink}" opacity="0.55">${pattern(name)}</g>
    </g></svg>`;
  const card = sharp(Buffer.from(svg));
  if (icon) {
    const mask = Buffer.from(`<svg ${size}><rect ${size} rx="${String(ROUND)}"/></svg>`);
    const picture = await sharp(icon)
      .resize(TILE, TILE)
      .ensureAlpha()
      .composite([{ input: mask, blend: 'dest-in' }])
      .png()
      .toBuffer();
    card.composite([{ input: picture, left: LEFT, top: TOP }]);
  }
  return card.png({ palette: !icon }).toBuffer() as Promise<Buffer<ArrayBuffer>>;
}
