/** `slipway keys rotate` on the folder of a server: what it prints, what it changes, and what it rejects. */
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { engines, newHome, newPlace, serve } from '@slipway/backend/testing';
import { type TestWorkspace, testWorkspace } from '@slipway/cli/testing';

const root = join(import.meta.dirname, '../../..');

/** A workspace that contains the server's packages, in which the command runs on a home folder. */
function placeOf({ home, databaseUrl = '' }: { home: string; databaseUrl?: string | undefined }) {
  const place: TestWorkspace = testWorkspace('store', {
    ...{ SLIPWAY_HOME: home, DATABASE_URL: databaseUrl, SLIPWAY_DEBUG: '1' },
  });
  symlinkSync(join(root, 'node_modules'), join(place.root, 'node_modules'));
  const stored = () => {
    const text = readFileSync(join(home, 'keys.json'), 'utf8');
    const { publishable, secret, jwtSecret, slipwayKey } = JSON.parse(text) as Record<string, string>;
    return { text, keys: [publishable, secret, jwtSecret, slipwayKey].map(String) };
  };
  return {
    stored,
    /** The command's output. It never contains a key. */
    async rotate(...args: string[]) {
      const before = stored();
      const ran = await place.slipway('keys', 'rotate', ...args);
      for (const key of [...before.keys, ...stored().keys]) expect(ran.out + ran.error).not.toContain(key);
      return ran;
    },
    remove() {
      place.remove();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const lines = (text: string) => text.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));

describe.each(engines)('on %s', (engine) => {
  let home: string;
  let place: ReturnType<typeof placeOf>;
  beforeAll(async () => {
    const at = await newPlace(engine);
    ({ home } = at);
    place = placeOf(at);
  });
  afterAll(() => {
    place.remove();
  });

  test('lists the keys, plans a rotation, rotates, and lists the previous key', async () => {
    const { rotate, stored } = place;
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
      engine === 'PGlite' ? 'Start the server again' : 'Restart every server of this database now',
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
});

test('rejects what it does not know, and a folder in use', async () => {
  const home = newHome();
  const place = placeOf({ home });
  onTestFinished(() => {
    place.remove();
  });
  const { rotate } = place;
  expect(await rotate('jwt', '--overlap', 'soon')).toMatchObject({
    code: 2,
    error: expect.stringContaining(
      '--overlap is "soon": it must be 0, or a time such as 30m, 12h or 7d',
    ) as string,
  });
  expect((await rotate('encryption', '--overlap', '1h')).code).toBe(2);
  expect(await rotate('tls')).toMatchObject({ code: 2 });
  const served = await serve('PGlite', { home });
  const rejected = await rotate('jwt');
  expect([rejected.code, rejected.error]).toEqual([
    4,
    expect.stringMatching(/is in use by process \d+\. Stop/),
  ]);
  await served.close();
});
