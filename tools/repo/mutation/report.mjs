/** The committed report, `docs/mutation.md`: one row per part. A run replaces the rows of its parts and keeps the others. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { excluded, targets } from './targets.mjs';

const head = `# Mutation report

Written by \`npm run mutation\`: small changes to the code (Stryker, without string literals), and how many of them a unit or database test notices. A change that causes a timeout counts as noticed. \`npm run mutation -- libs/session\` runs one project, \`npm run mutation -- libs/session:accounts\` one part; the rows of the others stay.

Of a large project, only the files run where a mistake gives access, costs money or loses data (\`tools/repo/mutation/targets.mjs\`): "lines" says how many of the project's lines of TypeScript they hold, without tests and texts. Pages and components are covered by end-to-end tests.
`;

/** @typedef {{ project: string, part: string, lines: number, killed: number, survived: number, uncovered: number }} Row */

/** The row of a part from Stryker's JSON report. @returns {Row} */
export function rowOf(project, part, report) {
  const files = Object.values(report.files);
  const mutants = files.flatMap((file) => file.mutants);
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length;
  return {
    project,
    part,
    lines: files.reduce((sum, { source }) => sum + linesOf(source), 0),
    killed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
  };
}

const linesOf = (text) => text.trimEnd().split('\n').length;

/** Percentage of changes that a test noticed. */
export const scoreOf = ({ killed, survived, uncovered }) =>
  (100 * killed) / (killed + survived + uncovered || 1);

/** The rows of a report. @returns {Row[]} */
export const readRows = (text) =>
  [...text.matchAll(/^\| `([^`:]+):([^`]+)` +\| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \|/gm)].map(
    ([, project, part, ...figures]) => {
      const [lines, killed, survived, uncovered] = figures.map(Number);
      return { project, part, lines, killed, survived, uncovered };
    },
  );

/** One row per project, the sum of its parts. */
const totalsOf = (rows) =>
  [...new Set(rows.map(({ project }) => project))].map((project) => {
    const parts = rows.filter((row) => row.project === project);
    const sum = (field) => parts.reduce((total, row) => total + row[field], 0);
    return {
      project,
      missing: Object.keys(targets[project]).filter((name) => !parts.some(({ part }) => part === name)),
      lines: sum('lines'),
      killed: sum('killed'),
      survived: sum('survived'),
      uncovered: sum('uncovered'),
    };
  });

/** The report's text, with `added` in place of earlier rows of the same parts. `linesIn` counts a project's lines. */
export function mergeRows(text, added, linesIn) {
  const nameOf = ({ project, part }) => `${project}:${part}`;
  const isTarget = ({ project, part }) => targets[project]?.[part] !== undefined;
  const byName = new Map([...readRows(text), ...added].filter(isTarget).map((row) => [nameOf(row), row]));
  const rows = [...byName.values()].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
  const score = (row) => `${scoreOf(row).toFixed(0)}%`;
  const projects = totalsOf(rows).map((row) => {
    // Lines were removed since a part was run.
    const share = Math.min(100, (100 * row.lines) / linesIn(row.project)).toFixed(0);
    const changes = row.killed + row.survived + row.uncovered;
    return `| \`${row.project}\` | ${share}% | ${changes} | ${score(row)} | ${row.missing.join(', ') || 'none'} |\n`;
  });
  const parts = rows.map(
    (row) =>
      `| \`${nameOf(row)}\` | ${row.lines} | ${row.killed} | ${row.survived} | ${row.uncovered} | ${score(row)} |\n`,
  );
  return [
    head,
    '\n| project | lines | changes | score | parts not run |\n| --- | --: | --: | --: | --- |\n',
    ...projects,
    '\n## Parts\n\n| part | lines | killed | survived | without a test | score |\n| --- | --: | --: | --: | --: | --: |\n',
    ...parts,
  ].join('');
}

/** Lines of a project's TypeScript that could be a target. */
function linesInProject(root, project) {
  const isSource = (path) => /\.tsx?$/.test(path) && !excluded.some((pattern) => matchesGlob(path, pattern));
  const folder = existsSync(join(root, project, 'src')) ? `${project}/src` : project;
  const files = execFileSync('git', ['ls-files', '--', folder], { cwd: root, encoding: 'utf8' });
  return files
    .split('\n')
    .filter((path) => isSource(path) && existsSync(join(root, path)))
    .reduce((sum, path) => sum + linesOf(readFileSync(join(root, path), 'utf8')), 0);
}

export function writeReport(root, added) {
  const file = join(root, 'docs/mutation.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(
    file,
    mergeRows(text, added, (project) => linesInProject(root, project)),
  );
  spawnSync('npx', ['oxfmt', 'docs/mutation.md'], { cwd: root });
}
