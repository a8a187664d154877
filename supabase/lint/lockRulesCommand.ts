/** Part of `npm run lint`: prints the problems of new migrations, and exits with 1 when there are any. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkedFiles, lockProblems, squawk } from './lockRules';

const folder = join(import.meta.dirname, '../migrations');
const program = squawk();
if (program === undefined) {
  console.log(
    `Locks of migrations are not checked: squawk has no program for ${process.platform}-${process.arch}`,
  );
} else {
  const problems = lockProblems(
    program,
    checkedFiles(readdirSync(folder)).map((name) => join(folder, name)),
  );
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
