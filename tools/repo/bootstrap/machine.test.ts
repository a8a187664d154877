/** Who may install packages of Debian: root, and the user of a hosted runner. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aptGet } from './machine.mjs';

let folder: string;
const program = (name: string, script: string) => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-machine-'));
  vi.stubEnv('PATH', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it.each([
  ['root', 0, undefined, 'exit 1', ['apt-get']],
  ['a hosted runner', 1001, 'true', 'test "$1 $2" = "-n true"', ['sudo', '-n', 'apt-get']],
  ['a runner whose sudo asks for a password', 1001, 'true', 'exit 1', undefined],
  ['a runner without sudo', 1001, 'true', undefined, undefined],
  ['a developer with sudo', 1001, undefined, 'exit 0', undefined],
])('%s', (_who, user, ci, sudo, expected) => {
  program('apt-get', 'exit 0');
  if (sudo !== undefined) program('sudo', sudo);
  vi.stubEnv('CI', ci);
  vi.spyOn(process, 'getuid').mockReturnValue(user);
  expect(aptGet()).toEqual(expected);
});

it('a machine without apt-get', () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  expect(aptGet()).toBeUndefined();
});
