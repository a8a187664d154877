/** Each commit that changes a package with code gives those packages a new version. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countCommits } from './commits';

const place = mkdtempSync(join(tmpdir(), 'slipway-commits-'));
afterAll(() => {
  rmSync(place, { recursive: true });
});

const repository = join(place, 'repository');
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@slipway.example', ...args], {
    cwd: repository,
    stdio: 'pipe',
  });
function commit(folder: string, text: string): void {
  mkdirSync(join(repository, folder), { recursive: true });
  writeFileSync(join(repository, folder, 'a.ts'), text);
  git('add', '.');
  git('commit', '--quiet', '--message', text);
}

it('counts the commits of packages with code, and no others', () => {
  mkdirSync(repository);
  expect(countCommits(repository), 'outside a repository').toBeUndefined();
  git('init', '--quiet');
  commit('tools/vite/src', 'one');
  expect(countCommits(repository)).toBe(1);
  commit('libs/platform/src', 'two');
  expect(countCommits(repository)).toBe(1);
  commit('tools/cli/src', 'three');
  expect(countCommits(repository)).toBe(2);
  commit('libs/contracts/src', 'four');
  expect(countCommits(repository)).toBe(3);
});

it('rejects a clone without the history', () => {
  const clone = join(place, 'clone');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${repository}`, clone]);
  expect(() => countCommits(clone)).toThrow(/git fetch --unshallow/);
});
