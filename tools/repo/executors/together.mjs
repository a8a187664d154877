/**
 * The unit tests of several projects in two runs of Vitest: one for those that need a page, all in the same page, and one
 * for the others, whose databases are on one PostgreSQL. Each module is transformed and each package loaded once. Nx still
 * caches each project: every project gets the report of its files (decision 082).
 */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newFolder } from '@slipway/backend/testing/folder';
import { kindOf } from './kinds.mjs';
import { projectReport, summaryOf } from './reports.mjs';
import { runVitest } from './vitest.mjs';

/** Bytes. The tests' databases need half of it; the tests also write many thousand small files. */
const SPACE = 4 * 1024 ** 3;
const CONFIG = join(import.meta.dirname, 'vitest.together.config.ts');

/** Resolves to the exit code and the tests' results, which are empty when Vitest ended before it wrote them. */
async function run(root, folders, file) {
  if (folders.length === 0) return { code: 0, testResults: [] };
  const code = await runVitest(root, '.', ['--config', CONFIG], {
    SLIPWAY_TEST_FOLDERS: folders.join(','),
    SLIPWAY_TEST_REPORT: file,
    TMPDIR: dirname(file), // what tests leave behind is removed with it
  });
  try {
    return { code, testResults: JSON.parse(readFileSync(file, 'utf8')).testResults };
  } catch {
    return { code, testResults: [] };
  }
}

/** Called by Nx with the projects whose results are not in its cache. Returns the result of each task. */
// eslint-disable-next-line no-restricted-syntax -- Nx takes the default export
export default async function together({ tasks }, _inputs, _overrides, { root, projectGraph }) {
  const all = Object.values(tasks).map((task) => ({
    task,
    folder: projectGraph.nodes[task.target.project].data.root,
  }));
  const needsPage = ({ folder }) => kindOf(join(root, folder)) === 'browserTests';
  const temporary = newFolder('tests', SPACE);
  chmodSync(temporary, 0o711); // PostgreSQL, which runs as another user, reads a file in it
  const runs = await Promise.all(
    [all.filter(needsPage), all.filter((one) => !needsPage(one))].map(async (some, index) => {
      const folders = some.map(({ folder }) => folder);
      const { code, testResults } = await run(root, folders, join(temporary, `${index}.json`));
      const reports = folders.map((folder) => projectReport(testResults, join(root, folder)));
      // Such as an error outside of the tests, which belongs to no project.
      const isUnexplained = code !== 0 && reports.every(({ success }) => success);
      return some.map(({ task, folder }, index) => {
        const report = { ...reports[index], success: reports[index].success && !isUnexplained };
        mkdirSync(join(root, folder, 'test-results'), { recursive: true });
        writeFileSync(join(root, folder, 'test-results/report.json'), JSON.stringify(report));
        return [task.id, { success: report.success, terminalOutput: summaryOf(report) }];
      });
    }),
  );
  rmSync(temporary, { recursive: true, force: true });
  return Object.fromEntries(runs.flat());
}
