// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { token } from './tokens';

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
const definitions = [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)]
  .map(([, name, value]) => [name, value] as const)
  .filter(([, value]) => value !== 'inherit');
/** The values of the themes, which come first; forced colors replace some of them. */
const defined = new Map(definitions.reverse());

const names = Object.values(token).flatMap((group) =>
  Object.values(group).map((value) => value.slice('var('.length, -1)),
);

test('every token is a variable of theme.css, and every variable is a token', () => {
  expect([...defined.keys()].sort()).toEqual([...names].sort());
});

/** WCAG 2.2: relative luminance and contrast. */
const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string) => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

const color = (name: string, theme: 'light' | 'dark') => {
  const pair = /light-dark\((#\w{6}), (#\w{6})\)/.exec(defined.get(`--color-${name}`) ?? '');
  return pair?.[theme === 'light' ? 1 : 2] ?? '';
};

const surfaces = ['canvas', 'surface', 'surface-sunken', 'surface-raised', 'surface-hover'];
const readable = [
  ...['text', 'text-muted', 'text-subtle', 'accent-text'].flatMap((text) =>
    surfaces.map((surface) => [text, surface] as const),
  ),
  ...['neutral', 'info', 'success', 'warning', 'danger'].map(
    (tone) => [`${tone}-text`, `${tone}-surface`] as const,
  ),
  ['accent-text', 'accent-surface'] as const,
  ...['accent', 'accent-hover', 'danger', 'danger-hover'].map((fill) => ['on-accent', fill] as const),
];
const visible = [
  ...['focus', 'border-control', 'star', 'chart-first', 'chart-second', 'chart-third'].flatMap((line) =>
    ['canvas', 'surface', 'surface-sunken'].map((surface) => [line, surface] as const),
  ),
];

/** What is there to be filled or replaced: a track, a skeleton. */
const faint = ['canvas', 'surface', 'surface-raised'].flatMap((surface) => [
  ['border-strong', surface, 1.45] as const,
  ['skeleton', surface, 1.15] as const,
]);

/** Degrees of the color wheel, and how far from gray it is, 0 to 255. */
const hueOf = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const most = Math.max(r, g, b);
  const chroma = most - Math.min(r, g, b);
  const sector = most === r ? (g - b) / chroma : most === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
  return { hue: (sector * 60 + 360) % 360, chroma };
};

/** Tokens with other values on floating surfaces, such as dialogs. */
const floating = new Map(
  [
    ...(/:is\(dialog[^}]+/.exec(css)?.[0] ?? '').matchAll(
      /--color-([\w-]+):\s*light-dark\((#\w{6}), (#\w{6})\)/g,
    ),
  ].map(([, name = '', light = '', dark = '']) => [name, { light, dark }] as const),
);

describe.each(['light', 'dark'] as const)('contrast on floating surfaces, %s', (theme) => {
  const raised = color('surface-raised', theme);
  const least = theme === 'dark' ? 1.2 : 1.1;

  test.each([['border'], ['neutral-surface']])('%s is visible on a dialog (20)', (name) => {
    expect(contrast(floating.get(name)?.[theme] ?? raised, raised)).toBeGreaterThanOrEqual(least);
  });
  test('text on a tag is readable', () => {
    const surface = floating.get('neutral-surface')?.[theme] ?? '';
    expect(contrast(color('neutral-text', theme), surface)).toBeGreaterThanOrEqual(4.5);
  });
});

describe.each(['light', 'dark'] as const)('contrast, %s', (theme) => {
  test.each(faint)('%s on %s is at least %d:1', (part, surface, least) => {
    expect(contrast(color(part, theme), color(surface, theme))).toBeGreaterThanOrEqual(least);
  });
  test.each(readable)('%s on %s is at least 4.5:1', (text, surface) => {
    expect(contrast(color(text, theme), color(surface, theme))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(visible)('%s on %s is at least 3:1', (line, surface) => {
    expect(contrast(color(line, theme), color(surface, theme))).toBeGreaterThanOrEqual(3);
  });
});

describe.each(['light', 'dark'] as const)(
  'the colors of statuses, %s',
  { tags: ['DS-01', 'DS-02'] },
  (theme) => {
    test.each([
      ['success', 'green', 90, 170],
      ['warning', 'yellow', 30, 65],
      ['danger', 'red', 340, 360],
      ['info', 'blue', 200, 260],
    ] as const)('%s is %s', (tone, _, from, to) => {
      for (const part of ['text', 'surface', 'border']) {
        const { hue, chroma } = hueOf(color(`${tone}-${part}`, theme));
        expect(hue, part).toBeGreaterThanOrEqual(from);
        expect(hue, part).toBeLessThanOrEqual(to);
        expect(chroma, part).toBeGreaterThanOrEqual(12);
      }
    });

    test('neutral is gray', () => {
      for (const part of ['text', 'surface', 'border']) {
        expect(hueOf(color(`neutral-${part}`, theme)).chroma, part).toBeLessThan(25);
      }
    });
  },
);
