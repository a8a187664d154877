/** The committed report, `docs/mutation.md`: one row per project. A run replaces the rows of its projects and keeps the others. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const head = `# Mutation report

Written by \`npm run mutation\`: small changes to the code (Stryker, without string literals), and how many of them a unit test notices. A change that causes a timeout counts as noticed.

| project | killed | survived | without a test | score |
| --- | --: | --: | --: | --: |
`;

/** @typedef {{ project: string, killed: number, survived: number, uncovered: number }} Row */

/** The row of a project from Stryker's JSON report. @returns {Row} */
export function rowOf(project, report) {
  const mutants = Object.values(report.files).flatMap((file) => file.mutants);
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length;
  return {
    project,
    killed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
  };
}

/** Percentage of changes that a test noticed. */
export const scoreOf = ({ killed, survived, uncovered }) =>
  (100 * killed) / (killed + survived + uncovered || 1);

/** The rows of a report. @returns {Row[]} */
export const readRows = (text) =>
  [...text.matchAll(/^\| `([^`]+)` +\| +(\d+) \| +(\d+) \| +(\d+) \|/gm)].map(
    ([, project, killed, survived, uncovered]) => ({
      project,
      killed: Number(killed),
      survived: Number(survived),
      uncovered: Number(uncovered),
    }),
  );

/** The report's text, with `added` in place of earlier rows of the same projects. */
export function mergeRows(text, added) {
  const rows = new Map([...readRows(text), ...added].map((row) => [row.project, row]));
  const lines = [...rows.values()]
    .sort((a, b) => a.project.localeCompare(b.project, 'en'))
    .map(
      (row) =>
        `| \`${row.project}\` | ${row.killed} | ${row.survived} | ${row.uncovered} | ${scoreOf(row).toFixed(0)} % |\n`,
    );
  return head + lines.join('');
}

export function writeReport(root, added) {
  const file = join(root, 'docs/mutation.md');
  writeFileSync(file, mergeRows(existsSync(file) ? readFileSync(file, 'utf8') : '', added));
  spawnSync('npx', ['prettier', '--write', '--log-level=warn', 'docs/mutation.md'], { cwd: root });
}
