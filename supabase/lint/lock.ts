/** Adds new migrations to `migrations.lock`: `npm run lock -w @slipway/database`. From then on a test fails when they change. */
import { appendFileSync, readFileSync } from 'node:fs';
import { checksumOf, migrationProblems, readLock } from './migrationFiles';
import { lockFile, readMigrationFiles } from './readMigrations';

const lock = readLock(readFileSync(lockFile, 'utf8'));
const files = readMigrationFiles();
const added = files.filter(({ name }) => !lock.has(name));
const complete = new Map([...lock, ...added.map(({ name, text }) => [name, checksumOf(text)] as const)]);

const problems = migrationProblems(files, complete);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

appendFileSync(lockFile, added.map(({ name }) => `${complete.get(name) ?? ''}  ${name}\n`).join(''));
console.log(`migrations.lock: ${String(added.length)} added, ${String(complete.size)} in total`);
