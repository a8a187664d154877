/**
 * Sections Rotate a key, A key leaked, and Back up and restore of docs/runbook.md, each command as written, on the home
 * folder of the embedded database (21.6). At night: some twenty processes. Sample: keys.test.ts and backup.test.ts;
 * moderate.test.ts runs section Moderate.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder, newHome, PASSWORD, serve, type Served } from '@slipway/backend/testing';
import { codeSpans, commands, read, root } from '@slipway/repo/docs/markdown.ts';

const run = promisify(execFile);
const sectionOf = (heading: string) =>
  read('docs/runbook.md')
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`)) ?? '';

let folder: string;
let home: string;
beforeAll(() => {
  folder = newFolder('runbook');
  home = newHome();
});
afterAll(() => {
  for (const path of [folder, home]) rmSync(path, { recursive: true, force: true });
});

/** Runs a line in a shell, in the workspace. Returns its output. @throws with the output when it fails */
async function must(line: string, variables: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, DATABASE_URL: '', SLIPWAY_HOME: home, ...variables };
  const { stdout, stderr } = await run('sh', ['-c', line], { cwd: root, env });
  return stdout + stderr;
}

/** Starts the server on the home folder and does something there. */
async function whileServed<Result>(task: (served: Served) => Promise<Result>, at = home): Promise<Result> {
  const served = await serve('PGlite', { home: at });
  try {
    return await task(served);
  } finally {
    await served.close();
  }
}

const starts = (at: string) =>
  whileServed(({ origin }) => fetch(origin).then(({ status }) => status < 500), at);

describe.runIf(process.env['TEST_TIER'] === 'nightly')('the runbook', { timeout: 300_000 }, () => {
  test('Rotate a key: all four, and the server starts with them (21.6)', async () => {
    const lines = commands(sectionOf('Rotate a key'));
    expect(lines).toHaveLength(5);
    const [list = '', ...rotations] = lines;
    expect(await must(list)).toMatch(/jwt[\s\S]*publishable[\s\S]*secret[\s\S]*encryption/);
    for (const line of rotations) expect(await must(line)).toMatch(/key is now|again/);
    expect(await starts(home)).toBe(true);
  });

  test('A key leaked: every key without an overlap, then the sessions of all users (21.6)', async () => {
    const [rotate = '', encryption = '', endSessions = ''] = codeSpans(sectionOf('A key leaked')).filter(
      (span) => span.startsWith('npx slipway'),
    );
    for (const name of ['jwt', 'publishable', 'secret']) await must(rotate.replace('<name>', name));
    await must(encryption);
    await whileServed(async ({ origin }) => {
      expect(await must(endSessions, { PORT: new URL(origin).port })).toMatch(/^Ended sessions: \d/);
    });
  });

  const spans = codeSpans(sectionOf('Back up and restore the database')).filter((span) =>
    /^(?:SLIPWAY_HOME=\S+ )?npm run (?:backup|restore)/.test(span),
  );
  const [
    byDefault = '',
    backUpStaging = '',
    restoreStaging = '',
    bare = '',
    unable = '',
    trial = '',
    ...none
  ] = spans;

  test('Back up and restore: into an empty folder, and over another (21.6)', async () => {
    expect([none, bare, unable]).toEqual([[], 'npm run restore', 'npm run restore']);
    const [named = '', restore = '', ...others] = commands(sectionOf('Back up and restore the database'));
    expect(others).toEqual([]);
    const printed = await must(byDefault);
    const [file = ''] = /slipway-\S+\.tar\.gz/.exec(printed) ?? [];
    expect(existsSync(join(root, file))).toBe(true);
    rmSync(join(root, file));
    const archive = join(folder, 'slipway.tar.gz');
    await must(named.replace('slipway.tar.gz', archive));
    const restored = join(folder, 'restored');
    expect(await must(trial.replace('/tmp/restored', restored).replace('slipway.tar.gz', archive))).toContain(
      'The server starts and responds',
    );
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    await must(restore.replace('slipway.tar.gz', archive), { SLIPWAY_HOME: empty });
    await must(`${restore.replace('slipway.tar.gz', archive)} --force`, { SLIPWAY_HOME: empty });
    expect(await starts(restored)).toBe(true);
  });

  test('Back up and restore: an environment of this machine (21.6)', async () => {
    const staging = join(folder, 'servers/staging');
    mkdirSync(dirname(staging));
    renameSync(newHome(), staging);
    const at = (line: string) =>
      line
        .replace('.slipway/servers/staging', staging)
        .replace('staging.tar.gz', join(folder, 'staging.tar.gz'));
    const { email } = await whileServed((served) => served.user(), staging);
    const keys = readFileSync(join(staging, 'keys.json'), 'utf8');
    expect(await must(at(backUpStaging))).toMatch(/ tables and the keys$/m);
    // Over the existing folder, with other keys.
    rmSync(join(staging, 'keys.json'));
    await must(at(restoreStaging));
    expect(readFileSync(join(staging, 'keys.json'), 'utf8')).toBe(keys);
    await whileServed(async ({ visitor }) => {
      expect((await visitor.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    }, staging);
  });
});
