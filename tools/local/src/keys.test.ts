/** `slipway keys rotate` on the folder of a server: what it prints, what it changes, and what it refuses. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHome, serve } from '@slipway/backend/testing';

const root = join(import.meta.dirname, '../../..');

let home: string;
beforeAll(() => {
  home = newHome();
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** The command's output. It never contains a key. */
const rotate = (...args: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const bin = join(root, 'tools/cli/bin/slipway.mjs');
    const env = { ...process.env, SLIPWAY_HOME: home, DATABASE_URL: '', SLIPWAY_DEBUG: '1' };
    const before = stored();
    execFile(
      process.execPath,
      ['--liftoff-only', bin, 'keys', 'rotate', ...args], // as `compileOnce` in vitest.shared.ts
      { cwd: root, env },
      (failure, out, error) => {
        for (const key of [...before.keys, ...stored().keys]) expect(out + error).not.toContain(key);
        resolve({
          code: typeof failure?.code === 'number' ? failure.code : 0,
          out: out.trim(),
          error: error.trim(),
        });
      },
    );
  });

function stored() {
  const text = readFileSync(join(home, 'keys.json'), 'utf8');
  const { publishable, secret, jwtSecret, slipwayKey } = JSON.parse(text) as Record<string, string>;
  return { text, keys: [publishable, secret, jwtSecret, slipwayKey].map(String) };
}

const isNightly = process.env['TEST_TIER'] === 'nightly';

const lines = (text: string) => text.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));

test('lists the keys, plans a rotation, rotates, and lists the previous key', async () => {
  const names = lines((await rotate()).out).map((line) =>
    line.replace(/ [0-9a-f]{12} since \d{4}-\d\d-\d\d$/, ''),
  );
  expect(names).toEqual(['jwt', 'publishable', 'secret', 'encryption']);

  const before = stored();
  const plan = await rotate('publishable', '--overlap', '12h', '--dry-run');
  expect(plan.out).toMatch(
    /^The publishable key [0-9a-f]{12} would be replaced, and work for 12h \(dry run, nothing was written\)$/,
  );
  expect(stored().text).toBe(before.text);

  const rotated = await rotate('publishable', '--overlap', '12h');
  const [, id, previous] =
    /^The publishable key is now (\w{12}), instead of (\w{12})\n/.exec(rotated.out) ?? [];
  expect(lines(rotated.out).slice(1)).toEqual([
    'The earlier key works for 12h after the next start',
    'Start the server again',
  ]);
  expect(lines((await rotate()).out).slice(1, 3)).toEqual([
    expect.stringMatching(new RegExp(`^publishable ${id ?? ''} since `)),
    `${previous ?? ''} works`,
  ]);

  const encrypted = await rotate('encryption');
  expect(lines(encrypted.out)[1]).toMatch(/^\d+ rows encrypted again$/);
  for (const file of readdirSync(home).filter((name) => name.startsWith('keys'))) {
    expect([file, statSync(join(home, file)).mode & 0o777]).toEqual(['keys.json', 0o600]);
  }
});

test('refuses what it does not know, and a folder in use', async () => {
  expect(await rotate('jwt', '--overlap', 'soon')).toMatchObject({
    code: 2,
    error: expect.stringContaining(
      '--overlap is "soon": it must be 0, or a time such as 30m, 12h or 7d',
    ) as string,
  });
  // At night, because each is a process.
  if (isNightly) {
    expect((await rotate('encryption', '--overlap', '1h')).code).toBe(2);
    expect(await rotate('tls')).toMatchObject({ code: 2 });
  }
  const served = await serve('PGlite', { home });
  const refused = await rotate('jwt');
  expect([refused.code, refused.error]).toEqual([
    4,
    expect.stringMatching(/is in use by process \d+\. Stop/),
  ]);
  await served.close();
});
