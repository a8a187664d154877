/** Packages of a commit whose lock file differs from that of the checkout: a real `npm ci`, without a registry. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkOut, installPackages } from './workTree';

let repository: string;

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: repository,
    encoding: 'utf8',
  });

/** A commit whose lock file has the package `tool` in this version. Its install script leaves a file. */
function commit(version: string): string {
  const tool = { name: 'tool', version, scripts: { install: 'touch installed' } };
  const dependencies = { tool: 'file:vendor/tool' };
  const files = {
    '.gitignore': 'node_modules\n',
    'package.json': JSON.stringify({ name: 'app', version: '1.0.0', dependencies }),
    'vendor/tool/package.json': JSON.stringify(tool),
    'package-lock.json': JSON.stringify({
      ...{ name: 'app', version: '1.0.0', lockfileVersion: 3, requires: true },
      packages: {
        '': { name: 'app', version: '1.0.0', dependencies },
        'node_modules/tool': { resolved: 'vendor/tool', link: true },
        'vendor/tool': { version, hasInstallScript: true },
      },
    }),
    'apps/tiny/index.js': '',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  git('add', '.');
  git('commit', '--quiet', '--message', version);
  return git('rev-parse', 'HEAD').trim();
}

beforeAll(() => {
  repository = mkdtempSync(join(realpathSync(tmpdir()), 'slipway-repository-'));
  git('init', '--quiet');
});
afterAll(() => {
  rmSync(repository, { recursive: true, force: true });
});

it('installs what the lock file of the commit says, and runs no script of a package', async () => {
  const older = commit('1.0.0');
  commit('2.0.0');
  mkdirSync(join(repository, 'node_modules/other'), { recursive: true }); // installed for the newer commit
  const tree = checkOut(repository, older);
  try {
    const root = await installPackages(tree, join(tree.folder, 'apps/tiny'));
    expect(root).toBe(tree.folder);
    const installed = join(root, 'node_modules/tool');
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(version).toBe('1.0.0');
    expect(existsSync(join(installed, 'installed'))).toBe(false);
    expect(existsSync(join(root, 'node_modules/other'))).toBe(false);
  } finally {
    tree.remove();
  }
}, 60_000);

it('says what npm says when the lock file does not fit the packages', async () => {
  commit('3.0.0');
  writeFileSync(
    join(repository, 'package.json'),
    '{"name":"app","dependencies":{"missing":"file:vendor/tool"}}',
  );
  git('commit', '--quiet', '--all', '--message', 'without its lock file');
  const damaged = git('rev-parse', 'HEAD').trim();
  commit('4.0.0');
  const tree = checkOut(repository, damaged);
  try {
    await expect(installPackages(tree, join(tree.folder, 'apps/tiny'))).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/package\.json and package-lock\.json .*in sync/s) as string,
    });
  } finally {
    tree.remove();
  }
}, 60_000);
