/** `npm run e2e`: Playwright, and `--reuse`, which tests the servers that `npm run servers` keeps running. */
import { spawnSync } from 'node:child_process';

const given = process.argv.slice(2);
const argv = given.filter((argument) => argument !== '--reuse');
const env = { ...process.env, ...(argv.length < given.length && { E2E_REUSE: '1' }) };
const { status, error } = spawnSync('npx', ['playwright', 'test', ...argv], { stdio: 'inherit', env });
if (error) throw error;
process.exit(status ?? 1);
