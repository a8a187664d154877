/** A page that throws while it is prerendered: the error has the module, the page and the place in the source. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PrerenderPlugin, render } from './prerender';
import { compile } from './testing/compile';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-failure-')));
  writeFileSync(join(folder, 'plan.js'), 'export function Plan() {\n  return undefined.name;\n}\n');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const base = { mode: 'production', target: 'node20', devtool: false } as const;

const failureOf = (source: string) => {
  const module = join(folder, 'prerender.js');
  writeFileSync(module, `import { Plan } from './plan.js';\n${source}`);
  return render({ ...base, context: folder, optimization: { minimize: false } }, module).then(
    () => undefined,
    (error: unknown) => String(error),
  );
};
const reason = "TypeError: Cannot read properties of undefined (reading 'name')\n    at Plan (plan.js:2:";

it('names the page, which the error has as its message', async () => {
  const failure = await failureOf(
    `try { Plan(); } catch (cause) { throw new Error('The page /billing cannot be prerendered', { cause }); }`,
  );
  expect(failure).toContain(`prerender.js: The page /billing cannot be prerendered: ${reason}`);
});

it('names the place of an error outside of a page', async () => {
  expect(await failureOf('void Promise.resolve().then(Plan);')).toContain(`prerender.js: ${reason}`);
});

it('an output that is no failure is reported as it is', async () => {
  expect(await failureOf(`process.stdout.write('{');`)).toContain('SyntaxError');
});

it('the error of a source that does not compile is reported once, by the compiler', async () => {
  const entry = join(folder, 'slice.js');
  writeFileSync(entry, `export const title = 'It's billing';`);
  const config = { ...base, context: folder, entry, output: { path: folder } };
  const plugin = new PrerenderPlugin({ module: entry }, () => ({ ...base, context: folder }));
  const failure = await compile({ ...config, plugins: [plugin] }).catch(String);
  expect(failure).toContain('slice.js');
  expect(failure).not.toContain('processAssets');
});
