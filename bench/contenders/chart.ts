/** A chart of medians with their 95 % intervals as SVG, for a light and a dark page. */
import type { Series } from './report';
import { medianOf } from './report';

const WIDTH = 880;
const LABEL = 250;
const BAR = 14;
const GROUP = 12;
const TOP = 64;
const colors = ['#2f6fde', '#8a8f98', '#c47f17', '#3f9a5f', '#9a4fb5'];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** One bar per contender and measure; the line on it is the interval. */
export function chartOf(
  title: string,
  unit: string,
  keys: readonly string[],
  sides: readonly Series[],
): string {
  const rows = keys.map((key) => ({
    key,
    bars: sides.map(({ values }) => medianOf(values.get(key) ?? [])),
  }));
  const most = Math.max(...rows.flatMap(({ bars }) => bars.map(({ high }) => high)).filter(Number.isFinite));
  const scale = (WIDTH - LABEL - 90) / (most || 1);
  const height = TOP + rows.length * (sides.length * BAR + GROUP);
  const legend = sides.map(
    ({ name }, index) =>
      `<rect x="${String(LABEL + index * 130)}" y="34" width="10" height="10" fill="${colors[index] ?? ''}"/><text x="${String(LABEL + 15 + index * 130)}" y="43">${escaped(name)}</text>`,
  );
  const groups = rows.flatMap(({ key, bars }, row) => {
    const top = TOP + row * (sides.length * BAR + GROUP);
    const label = `<text x="${String(LABEL - 10)}" y="${String(top + (sides.length * BAR) / 2 + 4)}" text-anchor="end">${escaped(key)}</text>`;
    return [
      label,
      ...bars.flatMap(({ middle, low, high }, index) => {
        if (!Number.isFinite(middle)) return [];
        const y = top + index * BAR;
        const at = (value: number) => (LABEL + value * scale).toFixed(1);
        return [
          `<rect x="${String(LABEL)}" y="${String(y)}" width="${(middle * scale).toFixed(1)}" height="${String(BAR - 2)}" fill="${colors[index] ?? ''}"/>`,
          `<path d="M${at(low)} ${String(y + 6)}H${at(high)}" stroke="currentColor" stroke-width="2"/>`,
          `<text x="${(LABEL + high * scale + 6).toFixed(1)}" y="${String(y + 10)}" font-size="10">${middle.toFixed(middle < 10 ? 1 : 0)}</text>`,
        ];
      }),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(height)}" font-family="system-ui, sans-serif" font-size="12" fill="currentColor">`,
    '<style>svg{color:#1d2330;background:#fff}@media(prefers-color-scheme:dark){svg{color:#e6e9ef;background:#14171d}}</style>',
    `<text x="10" y="20" font-size="14" font-weight="600">${escaped(`${title}, ${unit}: medians and 95 % intervals`)}</text>`,
    ...legend,
    ...groups,
    '</svg>',
    '',
  ].join('\n');
}
