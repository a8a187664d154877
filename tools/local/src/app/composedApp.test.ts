/** Paths that name nothing: each gets 404, whatever the file system says of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStore } from '@slipway/cli';
import { afterAll, expect, test } from 'vitest';
import { composedApp } from './composedApp';

const folder = mkdtempSync(join(tmpdir(), 'slipway-app-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const app = composedApp(folderStore(folder), () => 'local');

test.each([
  ['a null byte', '/slices/%00'],
  ['a null byte in a file', '/slices/agents/%00.js'],
  ['5,000 characters', `/slices/${'a'.repeat(5000)}`],
  ['5,000 characters of a page', `/${'a'.repeat(5000)}`],
  ['a malformed escape', '/slices/%E0%A4%A'],
])('%s gets 404', async (_what, path) => {
  expect((await app(new Request(`http://127.0.0.1${path}`))).status).toBe(404);
});
