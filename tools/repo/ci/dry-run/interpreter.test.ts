/** The interpreter decides as GitHub does, in workflows of a few lines whose scripts run (21.3). */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCommandFile } from './commandFiles';
import { executor } from './executor';
import { runWorkflow } from './run';
import { parseWorkflow } from './workflow';

const folder = mkdtempSync(join(tmpdir(), 'slipway-interpreter-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let runs = 0;
async function run(jobs: string, permissions = '{}') {
  runs += 1;
  const own = join(folder, String(runs));
  mkdirSync(own);
  const github = { event_name: 'push', repository: 'acme/app', ref: 'refs/heads/main', sha: 'abc' };
  const none = () => ({});
  const { host } = executor({ folder: own, origin: own, github, vars: none, secrets: none });
  const workflow = parseWorkflow(
    `name: w\non: push\npermissions: ${permissions}\njobs:\n${jobs.replace(/^/gm, '  ')}`,
  );
  const done = await runWorkflow(host, workflow);
  return Object.fromEntries(
    Object.entries(done).map(([name, { result, outputs }]) => [name, { result, ...outputs }]),
  );
}

test('a skipped job skips those behind it, unless they ask for a status (21.3)', async () => {
  const done = await run(`
skipped: { if: "'' != ''", steps: [] }
free: { needs: skipped, if: "!failure()", steps: [] }
bound: { needs: free, steps: [] }
always: { needs: bound, if: always(), steps: [] }`);
  expect(done).toEqual({
    ...{ skipped: { result: 'skipped' }, free: { result: 'success' } },
    ...{ bound: { result: 'skipped' }, always: { result: 'success' } },
  });
});

test('a failed job is a failure for all that need it, also through others (21.3)', async () => {
  const done = await run(`
fails: { steps: [{ run: exit 3 }] }
between: { needs: fails, if: always(), steps: [] }
after: { needs: between, if: failure(), steps: [] }
success: { needs: between, steps: [] }`);
  expect(done).toMatchObject({ after: { result: 'success' }, success: { result: 'skipped' } });
});

test('steps stop at the first one that fails, except those that ask for it (21.3)', async () => {
  const done = await run(`
job:
  outputs:
    after: \${{ steps.after.outputs.found }}
    tried: \${{ steps.tried.outcome }} \${{ steps.tried.conclusion }}
  steps:
    - { id: tried, continue-on-error: true, run: exit 1 }
    - { id: after, run: 'echo found=yes >> "$GITHUB_OUTPUT"' }
stopped:
  steps:
    - { run: 'exit 1' }
    - { run: 'touch never' }
    - { if: failure(), run: 'test ! -e never' }`);
  expect(done).toEqual({
    ...{ job: { result: 'success', after: 'yes', tried: 'failure success' }, stopped: { result: 'failure' } },
  });
});

test('only shell: bash fails for the first program of a pipe; folders, variables and paths last (21.3)', async () => {
  const done = await run(`
default: { steps: [{ run: 'false | true' }] }
bash: { steps: [{ shell: bash, run: 'false | true' }] }
later:
  steps:
    - run: |
        mkdir inner own
        printf '#!/bin/sh\\necho "$WORD" > said' > own/say
        chmod +x own/say
        echo "$PWD/own" >> "$GITHUB_PATH"
        echo WORD=hello >> "$GITHUB_ENV"
    - { run: say, working-directory: inner }
    - run: test "$(cat inner/said)" = hello`);
  expect(done).toEqual({
    ...{ default: { result: 'success' }, bash: { result: 'failure' }, later: { result: 'success' } },
  });
});

test('outputs of several lines are read, and other lines rejected', () => {
  expect(readCommandFile('a=1=2\nnotes<<END\none\ntwo\nEND\nempty=\n')).toEqual({
    ...{ a: '1=2', notes: 'one\ntwo', empty: '' },
  });
  expect(() => readCommandFile('a=1\ntwo\n')).toThrow('A step wrote "two"');
});

test('what GitHub rejects, or the interpreter would ignore, fails (21.3)', async () => {
  for (const [jobs, message] of [
    ['job: { steps: [{ run: "true", timeout: 3 }] }', /does not know timeout of a step/],
    ['job: { strategy: { matrix: { a: [1], b: [2] } }, steps: [] }', /matrices of one variable/],
    ['job: { steps: [{ shell: fish, run: "true" }] }', /no shell fish/],
    ['job: { steps: [{ uses: acme/action@1 }] }', /acme\/action has no equivalent/],
    [
      'job: { steps: [{ uses: aws-actions/configure-aws-credentials@1, with: { role-to-assume: a, aws-region: b } }] }',
      /needs the permission id-token: write/,
    ],
  ] as const)
    await expect(run(jobs)).rejects.toThrow(message);
});
