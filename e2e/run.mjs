/** `npm run e2e`: Playwright, and `--reuse`, which tests the servers that `npm run servers` keeps running. */
import { spawnSync } from 'node:child_process';
import { windowedPath } from '@slipway/repo/bootstrap/chromium.mjs';

/** Playwright's options that open a window, which the headless shell cannot do. */
const WINDOW = ['--headed', '--ui', '--debug'];

const given = process.argv.slice(2);
const argv = given.filter((argument) => argument !== '--reuse');
const env = { ...process.env, ...(argv.length < given.length && { E2E_REUSE: '1' }) };
if (argv.some((argument) => WINDOW.includes(argument))) env.SLIPWAY_CHROMIUM ||= windowedPath();
const { status, error } = spawnSync('npx', ['playwright', 'test', ...argv], { stdio: 'inherit', env });
if (error) throw error;
process.exit(status ?? 1);
