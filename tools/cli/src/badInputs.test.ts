/**
 * Twenty and more bad inputs: each is one clear sentence with its exit code, never a stack, and writes nothing.
 * One piece, because it is one table.
 */
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from './command-line/exitCodes';
import { type S3Server, s3Credentials, startS3Server } from './testing/s3Server';
import { shellRelease, sliceRelease } from './testing/releases';
import { type StoreForTest, storeKinds } from './testing/stores';
import { testWorkspace, type TestWorkspace } from './testing/workspace';

let opened: StoreForTest;
let place: TestWorkspace;
/** A backend that is older than what a slice needs. */
let backend: Server;
let backendUrl: string;
let s3: S3Server;

beforeAll(async () => {
  backend = createServer((_request, response) => response.end('"20261122000000"'));
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  backendUrl = `http://127.0.0.1:${String((backend.address() as AddressInfo).port)}`;
});
afterAll(() => {
  backend.close();
});

beforeEach(async () => {
  const [, open] = storeKinds[0] ?? [];
  if (!open) throw new Error('The first kind of store is a folder');
  opened = await open();
  place = testWorkspace(opened.address);
  await place.build(shellRelease());
  await place.build(sliceRelease());
  const { code, error } = await place.slipway('deploy', 'shell', '--env', 'staging', '--reason', 'first');
  expect([code, error]).toEqual([0, '']);
  s3 = await startS3Server();
  Object.assign(process.env, s3Credentials);
});
afterEach(async () => {
  await s3.close();
  place.remove();
  await opened.close();
});

const dist = (...path: string[]) => join(place.root, 'apps/market/dist', ...path);
const s3Store = () => `s3://${s3.bucket}/store?endpoint=${s3.endpoint}`;
const release = (overrides: Parameters<typeof sliceRelease>[0]) => place.build(sliceRelease(overrides));
const environment = (name: string, fields: object) => {
  place.writeEnvironment(name, fields);
};
/** As if they were built from source. */
const configure = () => {
  for (const app of ['shell', 'market']) writeFileSync(join(place.root, 'apps', app, 'rspack.config.ts'), '');
};
const deployMarket = ['deploy', 'market', '--env', 'staging', '--reason', 'a test'];
const route = (path: string) => ({ path, title: 'x', access: 'public' as const });

const cases: [
  what: string,
  prepare: () => unknown,
  argv: string[],
  code: keyof typeof exitCodes,
  words: RegExp,
][] = [
  ['an unknown command', () => 0, ['deplyo'], 'invalid_input', /no command deplyo: there are build, publish/],
  [
    'an unknown option',
    () => 0,
    ['deploy', 'market', '--enviroment', 'staging'],
    'invalid_input',
    /no option --enviroment: it has --env/,
  ],
  [
    'development of an unknown slice',
    () => 0,
    ['dev', 'marked', '--against', 'staging'],
    'not_found',
    /no slice marked: apps\/ has market, shell/,
  ],
  ['development against nothing', () => 0, ['dev', 'market'], 'invalid_input', /slipway dev needs --against/],
  [
    'development against an unknown environment',
    () => 0,
    ['dev', 'market', '--against', 'stagng'],
    'not_found',
    /no environment stagng: there is staging/,
  ],
  [
    'development of a slice that is not built as those of a workspace',
    () => 0,
    ['dev', 'market', '--against', 'staging'],
    'invalid_input',
    /has no rspack.config.ts made by sliceConfig/,
  ],
  [
    'development against an environment that runs nothing',
    () => {
      environment('empty', {});
      configure();
    },
    ['dev', 'market', '--against', 'empty'],
    'not_found',
    /empty runs nothing yet: deploy to it first/,
  ],
  [
    'development on a port that is none',
    () => {
      configure();
    },
    ['dev', 'market', '--against', 'staging', '--port', 'http'],
    'invalid_input',
    /--port http must be a whole number from 1 to 65535/,
  ],
  [
    'an option without its value',
    () => 0,
    ['deploy', 'market', '--env'],
    'invalid_input',
    /--env needs a value/,
  ],
  ['no environment', () => 0, ['deploy', 'market', '--reason', 'x'], 'invalid_input', /deploy needs --env/],
  ['no slice', () => 0, ['deploy', '--env', 'staging'], 'invalid_input', /deploy needs <slice>/],
  ['no reason', () => 0, ['deploy', 'market', '--env', 'staging'], 'invalid_input', /add --reason/],
  [
    'an unknown slice',
    () => 0,
    ['deploy', 'bilings', '--env', 'staging', '--reason', 'x'],
    'not_found',
    /no slice bilings: apps\/ has market, shell/,
  ],
  [
    'an unknown environment',
    () => 0,
    ['deploy', 'market', '--env', 'prod', '--reason', 'x'],
    'not_found',
    /no environment prod: there is staging/,
  ],
  [
    'an unknown release',
    () => 0,
    ['deploy', 'market@abcdef12', '--env', 'staging', '--reason', 'x'],
    'not_found',
    /no release of market that begins with abcdef12/,
  ],
  [
    'a version that is none',
    () => 0,
    ['deploy', 'market@latest', '--env', 'staging', '--reason', 'x'],
    'invalid_input',
    /a version is 4 to 16 hexadecimal digits/,
  ],
  [
    'a slice that is not built',
    () => {
      rmSync(dist(), { recursive: true });
    },
    deployMarket,
    'not_found',
    /market is not built: run slipway build market/,
  ],
  [
    'a truncated file',
    () => {
      truncateSync(dist('page.js'), 2);
    },
    deployMarket,
    'slice_incompatible',
    /page\.js .* has 2 bytes where 4 were built/,
  ],
  [
    'an altered file',
    () => {
      writeFileSync(dist('page.js'), 'pace');
    },
    deployMarket,
    'slice_incompatible',
    /page\.js .* was changed after the build/,
  ],
  [
    'a missing file',
    () => {
      rmSync(dist('slot.js'));
    },
    deployMarket,
    'slice_incompatible',
    /slot\.js .* is missing/,
  ],
  [
    'a release.json that was cut',
    () => {
      truncateSync(dist('release.json'), 40);
    },
    deployMarket,
    'invalid_input',
    /release\.json is no JSON/,
  ],
  [
    'a release.json with a wrong field',
    () => {
      writeFileSync(
        dist('release.json'),
        readFileSync(dist('release.json'), 'utf8').replace('"contract":1', '"contract":"1"'),
      );
    },
    deployMarket,
    'invalid_input',
    /release\.json: contract: /,
  ],
  [
    'a route that another has',
    () => release({ routes: [route('/')] }),
    deployMarket,
    'slice_incompatible',
    /shell and market both claim the route \//,
  ],
  [
    'an incompatible React',
    () => release({ requires: { react: '^20.0.0' } }),
    deployMarket,
    'slice_incompatible',
    /market needs react \^20\.0\.0, the shell carries 19\.3\.1/,
  ],
  [
    'a contract of tomorrow',
    () => release({ contract: 2 }),
    deployMarket,
    'slice_incompatible',
    /market speaks contract 2, this shell hosts 1/,
  ],
  [
    'a slot of tomorrow',
    () => release({ slots: [{ name: 'landing.featured', version: 2 }] }),
    deployMarket,
    'slice_incompatible',
    /fills landing\.featured in version 2, its page shows version 1/,
  ],
  [
    'an older backend',
    () => {
      environment('staging', { backend: { url: backendUrl, publishableKey: 'sb_publishable_x' } });
      return release({ migration: '20261122000100' });
    },
    deployMarket,
    'slice_incompatible',
    /market needs migration 20261122000100, the backend .* has 20261122000000: migrate it first/,
  ],
  [
    'a backend that does not answer',
    () => {
      environment('staging', { backend: { url: 'http://127.0.0.1:9', publishableKey: 'sb_publishable_x' } });
      return release({ migration: '20261122000100' });
    },
    deployMarket,
    'slice_incompatible',
    /The backend http:\/\/127\.0\.0\.1:9 cannot be reached/,
  ],
  [
    'a page over its budget',
    () => {
      environment('staging', { pageBudget: 10 });
    },
    deployMarket,
    'slice_incompatible',
    /page \/market takes 1 kB, the budget is 1 kB/,
  ],
  [
    'what nobody has approved',
    () => {
      environment('production', { approvals: [{ environment: 'staging', minutes: 30 }] });
    },
    ['deploy', 'shell', '--env', 'production', '--reason', 'x'],
    'slice_incompatible',
    /production takes what has run in staging for 30 minutes; shell 00000000 has run there for 0/,
  ],
  [
    'a secret key',
    () => {
      environment('staging', { backend: { url: '/', publishableKey: 'sb_secret_123' } });
    },
    deployMarket,
    'invalid_input',
    /environments\/staging\.json: backend\.publishableKey: is a secret key/,
  ],
  [
    'a field that does not exist',
    () => {
      environment('staging', { colour: 'red' });
    },
    deployMarket,
    'invalid_input',
    /environments\/staging\.json: .*colour/,
  ],
  [
    'a file that is no JSON',
    () => {
      writeFileSync(join(place.root, 'environments/staging.json'), '{');
    },
    deployMarket,
    'invalid_input',
    /environments\/staging\.json cannot be read/,
  ],
  [
    'a store of no kind',
    () => {
      environment('staging', { store: 'ftp://host/x' });
    },
    deployMarket,
    'invalid_input',
    /ftp:\/\/host\/x is neither a folder nor s3:/,
  ],
  [
    'a folder that cannot be written to',
    () => {
      writeFileSync(join(place.root, 'file'), '');
      environment('staging', { store: join(place.root, 'file/store') });
    },
    ['deploy', 'shell', '--env', 'staging', '--reason', 'x'],
    'forbidden',
    /cannot be written to \(ENOTDIR\)/,
  ],
  [
    'expired credentials',
    () => {
      environment('staging', { store: s3Store() });
      s3.failWith({ status: 400, code: 'ExpiredToken' });
    },
    deployMarket,
    'unauthenticated',
    /has no valid credentials from here \(ExpiredToken\): renew them/,
  ],
  [
    'a bucket that may only be read',
    () => {
      environment('staging', { store: s3Store() });
      s3.failWith({ status: 403, code: 'AccessDenied', writesOnly: true });
    },
    ['deploy', 'shell', '--env', 'staging', '--reason', 'x'],
    'forbidden',
    /refuses this with these credentials \(AccessDenied\)/,
  ],
  [
    'a bucket that does not exist',
    () => {
      environment('staging', { store: s3Store().replace(s3.bucket, 'nowhere') });
    },
    deployMarket,
    'not_found',
    /s3:\/\/nowhere\/store does not exist/,
  ],
  [
    'no network',
    () => {
      environment('staging', { store: `s3://${s3.bucket}/x?endpoint=http://127.0.0.1:9` });
    },
    deployMarket,
    'unavailable',
    /cannot be reached \(ECONNREFUSED\)/,
  ],
  [
    'a promotion of nothing',
    () => {
      environment('production', {});
    },
    ['promote', 'market', '--from', 'production', '--to', 'staging', '--reason', 'x'],
    'not_found',
    /production does not run market: it runs nothing/,
  ],
  [
    'slices and --all',
    () => 0,
    ['promote', 'market', '--all', '--from', 'staging', '--to', 'staging'],
    'invalid_input',
    /one of both/,
  ],
  [
    'a rollback with nothing before',
    () => 0,
    ['rollback', '--env', 'staging', '--reason', 'x'],
    'not_found',
    /staging has run nothing else before/,
  ],
  [
    'a revision that is none',
    () => 0,
    ['rollback', '--env', 'staging', '--to', 'last', '--reason', 'x'],
    'invalid_input',
    /--to last is no revision/,
  ],
  [
    'the shell taken out',
    () => 0,
    ['deploy', 'shell', '--remove', '--env', 'staging', '--reason', 'x'],
    'invalid_input',
    /The shell cannot be taken out/,
  ],
];

const everything = () =>
  readdirSync(opened.address, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

describe('refuses', () => {
  it.each(cases)('%s', async (_what, prepare, argv, code, words) => {
    await prepare();
    const before = everything();
    s3.writes();
    const ran = await place.slipway(...argv);
    expect(ran).toMatchObject({
      code: exitCodes[code],
      out: '',
      error: expect.stringMatching(words) as string,
    });
    expect(ran.error).toMatch(/^slipway: [^\n]+(?:\n[^\s][^\n]+)*$/); // a reason a line
    expect(ran.error).not.toMatch(/\n\s+at |undefined|\[object|\bnull\b/);
    expect([everything(), s3.writes()]).toEqual([before, 0]);
  });

  it('tells a program the same, as JSON', async () => {
    const ran = await place.slipway('deploy', 'market', '--env', 'prod', '--reason', 'x', '--json');
    expect(ran.code).toBe(exitCodes.not_found);
    expect(JSON.parse(ran.out)).toMatchObject({ error: { code: 'not_found' } });
  });
});
