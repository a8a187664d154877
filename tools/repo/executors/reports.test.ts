import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kindOf } from './kinds.mjs';
import { projectReport, summaryOf } from './reports.mjs';

const root = join(import.meta.dirname, '../../..');

const file = (name: string, ...statuses: string[]) => ({
  name,
  message: '',
  startTime: 5,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({
    status,
    fullName: 'adds up',
    failureMessages: status === 'failed' ? ['1 is not 2'] : [],
  })),
});
const results = [
  file('/w/libs/keys/a.test.ts', 'passed', 'skipped'),
  file('/w/libs/keys-more/b.test.ts', 'failed', 'passed'),
];

test('each project gets the results of its files, and fails by itself', () => {
  expect(projectReport(results, '/w/libs/keys')).toMatchObject({
    numTotalTests: 2,
    numPassedTests: 1,
    numFailedTests: 0,
    numPendingTests: 1,
    success: true,
    testResults: [results[0]],
  });
  expect(projectReport(results, '/w/libs/keys-more')).toMatchObject({ numFailedTests: 1, success: false });
});

test('a project without results, and one with a file that cannot be loaded, have failed', () => {
  expect(projectReport(results, '/w/libs/other').success).toBe(false);
  const broken = { ...file('/w/libs/other/c.test.ts'), status: 'failed', message: 'cannot be loaded' };
  const report = projectReport([broken], '/w/libs/other');
  expect(report.success).toBe(false);
  expect(summaryOf(report)).toContain('/w/libs/other/c.test.ts\ncannot be loaded');
});

test('the output of a project names its failed tests', () => {
  const summary = summaryOf(projectReport(results, '/w/libs/keys-more'));
  expect(summary).toContain('/w/libs/keys-more/b.test.ts › adds up\n1 is not 2');
  expect(summary).toContain('1 passed, 1 failed, 0 skipped');
});

test('a project has the kind of its configuration', () => {
  expect(kindOf(join(root, 'apps/billing'))).toBe('browserTests');
  expect(kindOf(join(root, 'tools/backend'))).toBe('databaseTests');
  expect(kindOf(join(root, 'tools/cli'))).toBe('nodeTests');
  expect(() => kindOf(join(root, 'tools/workshop'))).toThrow();
});
