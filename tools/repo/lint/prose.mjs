/**
 * `npm run prose [paths]`: rejects phrases that a reader has to read twice (`proseTerms.js`) in comments, messages, SQL
 * and Markdown of every tracked file.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkProse } from './prose.js';

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim();
/** The specification, the list of terms itself, and generated files. */
const exempt =
  /^(?:docs\/spec\/|package-lock\.json)|(?:^|\/)(?:proseTerms\.js|prose\.test\.ts|database\.types\.ts)$/;

const paths = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', '--full-name', ...(paths.length > 0 ? paths : [root])], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && !exempt.test(file) && existsSync(join(root, file)));

let count = 0;
for (const file of files) {
  for (const { line, found, use } of checkProse(readFileSync(join(root, file), 'utf8'), file)) {
    count += 1;
    console.error(`${file}:${String(line)}: "${found}": write ${use}`);
  }
}
console.log(`${String(files.length)} files, ${String(count)} phrases to rewrite`);
process.exitCode = count === 0 ? 0 : 1;
