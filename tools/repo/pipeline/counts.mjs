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
    : { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };

export function countTests() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const path of reports()) {
    const counts = countsOf(JSON.parse(readFileSync(path, 'utf8')));
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  return total;
}
