import { expect, test } from 'vitest';
import { countsOf, failuresOf, kindsOfFailure } from './counts.mjs';

test('a file that cannot be loaded counts as a failure', () => {
  const report = { numPassedTests: 4, numFailedTests: 0, numPendingTests: 1, success: false };
  expect(countsOf(report)).toEqual({ passed: 4, failed: 1, skipped: 1 });
});

test('failures of Playwright and Vitest are grouped by their message, the most frequent first', () => {
  const failed = (title: string, message: string) => ({
    title,
    file: 'a.spec.ts',
    ok: false,
    tests: [{ results: [{}, { error: { message } }] }],
  });
  const playwright = {
    stats: {},
    suites: [
      { specs: [failed('one', '\u001b[31mfetch failed: port 4290\u001b[39m\nat x')] },
      { suites: [{ specs: [failed('two', 'fetch failed: port 4300'), { ok: true }] }] },
    ],
  };
  const vitest = {
    testResults: [
      { name: 'b.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(kindsOfFailure([playwright, vitest].flatMap(failuresOf))).toEqual([
    '2 × fetch failed: port N (a.spec.ts › one)',
    '1 × cannot be loaded (b.test.ts)',
  ]);
});
