/**
 * The unit tests of several projects in one run of Vitest: each module is transformed and each package loaded once, and
 * one PostgreSQL serves all. Nx still caches each project: every project gets the report of its files.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectReport, summaryOf } from './reports.mjs';
import { runVitest } from './vitest.mjs';

const CONFIG = join(import.meta.dirname, 'together.config.ts');

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // Vitest ended before it wrote one
  }
}

/** Called by Nx with the projects whose results are not in its cache. Returns the result of each task. */
// eslint-disable-next-line no-restricted-syntax -- Nx takes the default export
export default async function together({ tasks }, _inputs, _overrides, { root, projectGraph }) {
  const folderOf = (task) => projectGraph.nodes[task.target.project].data.root;
  const temporary = mkdtempSync(join(tmpdir(), 'slipway-tests-'));
  const file = join(temporary, 'report.json');
  const folders = Object.values(tasks).map(folderOf);
  const code = await runVitest(root, '.', ['--config', CONFIG], {
    SLIPWAY_TEST_FOLDERS: folders.join(','),
    SLIPWAY_TEST_REPORT: file,
  });
  const report = readReport(file);
  rmSync(temporary, { recursive: true, force: true });

  const reports = folders.map((folder) => projectReport(report, join(root, folder)));
  // Such as an error outside of the tests, which belongs to no project.
  const isUnexplained = code !== 0 && reports.every(({ success }) => success);
  const results = Object.values(tasks).map((task, index) => {
    const results = join(root, folderOf(task), 'test-results');
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'report.json'), JSON.stringify(reports[index]));
    const success = reports[index].success && !isUnexplained;
    return [task.id, { success, terminalOutput: summaryOf(reports[index]) }];
  });
  return Object.fromEntries(results);
}
