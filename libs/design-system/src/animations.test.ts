/**
 * Animations without an end run on the compositor. Other properties are painted by the main thread in each frame, while the
 * scripts of a loading page need it: 62 placeholders of the landing page were 3,000 paints in three seconds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const composited = new Set(['opacity', 'transform', 'translate', 'rotate', 'scale']);

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }));

/** The properties that each endless animation of a file changes. */
const endless = files.flatMap(({ path, text }) =>
  [...text.matchAll(/\$\{(\w+)\} [^,;]*\binfinite\b/g)].map(([, name = '']) => {
    const frames = new RegExp(String.raw`const ${name} = keyframes\`([^\`]*)\``).exec(text)?.[1] ?? '';
    return { path, name, properties: [...frames.matchAll(/([\w-]+)\s*:/g)].map(([, property]) => property) };
  }),
);

test.each(endless)('$name in $path changes only what the compositor animates', ({ properties }) => {
  expect(properties.length).toBeGreaterThan(0);
  expect(properties.filter((property) => !composited.has(property ?? ''))).toEqual([]);
});

test('the placeholder, the spinner and the busy list are among them', () => {
  expect(endless.map(({ path }) => path).sort()).toEqual([
    'feedback/Skeleton.tsx',
    'feedback/Spinner.tsx',
    'layout/Grid.tsx',
  ]);
});
