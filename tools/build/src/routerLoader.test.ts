import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFunctions, unnameComponents, unusedFunctions } from './routerLoader.mjs';

it('marks components that a bundler may leave out, and keeps the lines', () => {
  const source =
    'var Link = React10.forwardRef(\n  render\n);\nLink.displayName = "Link";\nLink.other = "x";\n';
  expect(unnameComponents(source)).toBe(
    'var Link = /* @__PURE__ */ React10.forwardRef(\n  render\n);\n\nLink.other = "x";\n',
  );
});

it('empties functions that nothing calls, also inner ones, and keeps the lines', () => {
  const source =
    'function createRouter() {\n  async function fetch2(key, { flush } = {}) {\n    load(key);\n  }\n  return [fetch2];\n}\n';
  const { source: emptied, names } = emptyFunctions(source);
  expect(names).toEqual(['fetch2']);
  expect(emptied).not.toContain('load(key)');
  expect(emptied.split('\n').slice(4)).toEqual(source.split('\n').slice(4));
  expect(emptied).toContain('async function fetch2() { throw new Error("fetch2 of react-router');
});

// After an upgrade that renames one, its code would be in every first script again.
it('knows each function by the name that it has in the installed router', () => {
  const root = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));
  const folder = join(root, 'dist/production');
  const found = readdirSync(folder)
    .filter((file) => /^chunk-\w+\.mjs$/.test(file))
    .flatMap((file) => emptyFunctions(readFileSync(join(folder, file), 'utf8')).names);
  expect([...new Set(found)].sort()).toEqual([...unusedFunctions].sort());
});
