/** Adds up the JSON reports that Vitest and Playwright leave in each project's `test-results`. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/install.mjs';

/** Nx restores the report of a cached run. */
const reports = () =>
  ['apps', 'libs', 'tools', '.'] // '.' has e2e and supabase
    .flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(root, folder, entry.name, 'test-results', 'report.json')),
    )
    .filter((path) => existsSync(path));

/** Those of Vitest, and the workshop's. */
export const unitReports = () => reports().filter((path) => !path.startsWith(join(root, 'e2e')));

export function removeReports() {
  for (const path of reports()) rmSync(path);
}

/** The counts of a report of Vitest or Playwright. */
export const countsOf = (report) =>
  'stats' in report
    ? {
        passed: report.stats.expected + report.stats.flaky,
        failed: report.stats.unexpected,
        skipped: report.stats.skipped,
      }
    : {
        passed: report.numPassedTests,
        // A file that cannot be loaded has no tests.
        failed: report.numFailedTests || (report.success ? 0 : 1),
        skipped: report.numPendingTests,
      };

/** The message of an error in one line, without colors and without numbers that differ from test to test. */
const kindOf = (message) =>
  message
    // eslint-disable-next-line no-control-regex -- colors of the terminal
    .replace(/\u001b\[[\d;]*m/g, '')
    .split('\n')[0]
    .trim()
    .replace(/\d+/g, 'N')
    .slice(0, 160);

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** The title and message of each failed test of a report of Vitest or Playwright. */
export const failuresOf = (report) =>
  'stats' in report
    ? [
        ...(report.errors ?? []).map(({ message = '' }) => ({ title: 'the run', message })),
        ...specsOf(report)
          .filter(({ ok }) => !ok)
          .map(({ title, file, tests }) => ({
            title: `${file} › ${title}`,
            message: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message ?? '',
          })),
      ]
    : report.testResults.flatMap(({ name, message = '', status, assertionResults }) => {
        const failed = assertionResults.filter((test) => test.status === 'failed');
        if (failed.length === 0 && status === 'failed') return [{ title: name, message }];
        return failed.map(({ fullName, failureMessages }) => ({
          title: fullName,
          message: failureMessages[0] ?? '',
        }));
      });

const MOST_KINDS = 12;

/** One line for each kind of failure, the most frequent first. */
export function kindsOfFailure(failures) {
  const kinds = new Map();
  for (const { title, message } of failures) {
    const kind = kindOf(message);
    kinds.set(kind, [...(kinds.get(kind) ?? []), title]);
  }
  return [...kinds]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_KINDS)
    .map(([kind, [title, ...others]]) => `${String(others.length + 1)} × ${kind} (${title})`);
}

const read = (paths) => paths.map((path) => JSON.parse(readFileSync(path, 'utf8')));

/** Why tests failed: a long run's log is often cut off. */
export const explainFailures = (chosen = reports) => kindsOfFailure(read(chosen()).flatMap(failuresOf));

export function countTests() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const report of read(reports())) {
    const counts = countsOf(report);
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  return total;
}
