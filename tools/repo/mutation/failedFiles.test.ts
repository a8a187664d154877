/** A test file that fails has a failed test, which is all that Stryker looks at. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createVitest } from 'vitest/node';
import { failedFiles } from './failedFiles.mjs';

const passing = `test('passes', () => {});`;

/** The states of the tests of a file. */
async function statesOf(text: string): Promise<(string | undefined)[]> {
  const results = join(import.meta.dirname, '../test-results');
  mkdirSync(results, { recursive: true });
  const root = mkdtempSync(join(results, 'failed-files-'));
  writeFileSync(
    join(root, 'a.test.mjs'),
    `import { afterAll, beforeAll, describe, test } from 'vitest'; ${text}`,
  );
  const vitest = await createVitest('test', {
    ...{ config: false as const, root, watch: false, include: ['*.test.mjs'] },
    reporters: [failedFiles],
  });
  try {
    await vitest.start();
    return vitest.state.getFiles().flatMap(({ tasks }) => tasks.map(({ result }) => result?.state));
  } finally {
    await vitest.close();
    process.exitCode = undefined; // Vitest sets it for the failed file
    rmSync(root, { recursive: true });
  }
}

test.each([
  [
    'whose setup fails',
    `beforeAll(() => { throw new Error('no'); }); ${passing} ${passing}`,
    ['fail', 'skip'],
  ],
  ['whose cleanup fails', `afterAll(() => { throw new Error('no'); }); ${passing}`, ['fail']],
  ['that does not load', `throw new Error('no'); ${passing}`, ['fail']],
  ['with a failed test', `test('fails', () => { throw new Error('no'); }); ${passing}`, ['fail', 'pass']],
  ['that passes', passing, ['pass']],
])('a file %s', async (_which, text, expected) => {
  expect(await statesOf(text)).toEqual(expected);
});
