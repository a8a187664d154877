/** `npm run names -w @slipway/repo`: records the public names of the shared libraries, once their versions are bumped. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNames, type PublicNames, readNames } from './publicNames';

const file = join(import.meta.dirname, 'publicNames.json');
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, PublicNames>;
const now = readNames();

const problems = Object.entries(now).flatMap(([name, names]) =>
  checkNames(recorded[name], names)
    .filter((problem) => problem.includes('at least'))
    .map((problem) => `${name}: ${problem}`),
);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
}
