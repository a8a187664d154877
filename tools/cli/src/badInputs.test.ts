/**
 * Every wrong input fails with one clear sentence and its exit code, without a stack trace, and writes nothing.
 * One file, because it is one table.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from './command-line/exitCodes';
import { type S3Server, s3Credentials, startS3Server } from './testing/s3Server';
import { shellRelease, sliceRelease } from './testing/releases';
import { type PreparedWorkspace, prepareWorkspace, type WorkspaceWithStore } from './testing/workspace';

let prepared: PreparedWorkspace;
let place: WorkspaceWithStore;
/** A backend whose migrations are older than a slice needs. */
let backend: Server;
let backendUrl: string;
let s3: S3Server;

beforeAll(async () => {
  backend = createServer((_request, response) => response.end('"20261122000000"'));
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  backendUrl = `http://127.0.0.1:${String((backend.address() as AddressInfo).port)}`;
  prepared = await prepareWorkspace(async ({ build, text }) => {
    await build(shellRelease());
    await build(sliceRelease());
    await text('deploy', 'shell', '--env', 'staging', '--reason', 'first');
  });
});
afterAll(async () => {
  backend.close();
  await prepared.close();
});

beforeEach(async () => {
  place = prepared.reset();
  s3 = await startS3Server();
  Object.assign(process.env, s3Credentials);
});
afterEach(() => s3.close());

const dist = (...path: string[]) => join(place.root, 'apps/market/dist', ...path);
const s3Store = () => `s3://${s3.bucket}/store?endpoint=${s3.endpoint}`;
const release = (overrides: Parameters<typeof sliceRelease>[0]) => place.build(sliceRelease(overrides));
const environment = (name: string, fields: object) => {
  place.writeEnvironment(name, fields);
};
/** Gives the running environment `staging` other settings. */
const settings = (fields: object) => {
  environment('staging', fields);
  return place.text('env', 'apply', '--env', 'staging', '--reason', 'a test');
};
/** Gives the builds an Rspack configuration, as slices from source have. */
const addRspackConfigs = () => {
  for (const app of ['shell', 'market']) writeFileSync(join(place.root, 'apps', app, 'rspack.config.ts'), '');
};
const deployMarket = ['deploy', 'market', '--env', 'staging', '--reason', 'a test'];
const route = (path: string) => ({ path, title: 'x', access: 'public' as const });

type Case = [
  what: string,
  prepare: () => unknown,
  argv: string[],
  code: keyof typeof exitCodes,
  message: RegExp,
];
const cases: Case[] = [
  [
    'an unknown command',
    () => 0,
    ['deplyo'],
    'invalid_input',
    /no command deplyo \(did you mean slipway deploy\?\): slipway --help lists all$/,
  ],
  [
    'an unknown option',
    () => 0,
    ['deploy', 'market', '--enviroment', 'staging'],
    'invalid_input',
    /no option --enviroment \(did you mean --env\?\): it has <slice> and --env/,
  ],
  [
    'slipway dev with an unknown slice',
    () => 0,
    ['dev', 'marked', '--against', 'staging'],
    'not_found',
    /no slice marked: apps\/ has market, shell/,
  ],
  [
    'slipway dev without an environment',
    () => 0,
    ['dev', 'market'],
    'invalid_input',
    /slipway dev needs --against/,
  ],
  [
    'slipway dev with an unknown environment',
    () => 0,
    ['dev', 'market', '--against', 'stagng'],
    'not_found',
    /no environment stagng; known: staging/,
  ],
  [
    'slipway dev with a slice that has no rspack.config.ts',
    () => {
      const app = join(place.root, 'apps/market');
      renameSync(join(app, 'rspack.config.ts'), join(app, 'rspack.config.mjs'));
    },
    ['dev', 'market', '--against', 'staging'],
    'invalid_input',
    /has no rspack.config.ts: slipway dev needs one that uses sliceConfig/,
  ],
  [
    'slipway dev against an environment that runs nothing',
    () => {
      environment('empty', {});
      addRspackConfigs();
    },
    ['dev', 'market', '--against', 'empty'],
    'not_found',
    /empty runs nothing yet: deploy to it first/,
  ],
  [
    'slipway dev with an invalid port',
    () => {
      addRspackConfigs();
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
  [
    'an environment that is given twice',
    () => 0,
    ['deploy', 'market', '--env', 'staging', '--env=production', '--reason', 'x'],
    'invalid_input',
    /--env is given twice/,
  ],
  [
    'an empty slice',
    () => 0,
    ['deploy', '', '--env', 'staging', '--reason', 'x'],
    'invalid_input',
    /<slice> is empty/,
  ],
  [
    'two releases of one slice',
    async () => {
      await place.text('publish', 'market', '--env', 'staging');
      await release({ owner: 'other' });
    },
    ['deploy', 'market', `market@${sliceRelease().version}`, '--env', 'staging', '--reason', 'x'],
    'invalid_input',
    /market and market@[0-9a-f]{16} are two releases of market: give one/,
  ],
  [
    'a version without a slice',
    () => 0,
    ['deploy', '@1a2b3c4d', '--env', 'staging', '--reason', 'x'],
    'invalid_input',
    /@1a2b3c4d: a version is 4 to 16 hexadecimal digits, such as billing@1a2b3c4d/,
  ],
  [
    'two versions in one argument',
    () => 0,
    ['deploy', 'market@1a2b3c4d@5e6f', '--env', 'staging', '--reason', 'x'],
    'invalid_input',
    /market@1a2b3c4d@5e6f: a version is/,
  ],
  [
    'a file instead of a folder',
    () => 0,
    ['deploy', join(import.meta.dirname, 'main.ts'), '--env', 'staging', '--reason', 'x'],
    'not_found',
    /main\.ts: the path names no folder with a slice\.manifest/,
  ],
  [
    'a removal that builds',
    () => place.text(...deployMarket),
    ['deploy', 'market', '--remove', '--build', '--env', 'staging', '--reason', 'x'],
    'invalid_input',
    /--remove cannot be combined with --build/,
  ],
  [
    'a key for a medium that is not mounted',
    () => 0,
    ['trust', 'key', '--out', '/media/not-mounted/root.pem'],
    'not_found',
    /\/media\/not-mounted does not exist: make it, or pass another --out/,
  ],
  [
    'an option of a group of commands',
    () => 0,
    ['trust', '--nonsense'],
    'invalid_input',
    /no option --nonsense: name one of its commands, such as slipway trust init/,
  ],
  [
    'a field of a preview, which has no file',
    () => {
      environment('preview', { address: 'https://{id}.preview.example' });
    },
    ['env', 'set', 'preview/pr-1', 'indexed', 'false'],
    'invalid_input',
    /A preview has no file: set indexed of preview, then run slipway env apply --env preview\/pr-1/,
  ],
  [
    'a new environment like a preview',
    () => {
      environment('preview', { address: 'https://{id}.preview.example' });
    },
    ['env', 'create', 'next', '--like', 'preview/pr-1'],
    'invalid_input',
    /The preview preview\/pr-1 has no file: give --like another environment/,
  ],
  [
    'a moderation without a local server, whose home is in the workspace',
    () => 0,
    ['moderate', 'list'],
    'not_found',
    /slipway-workspace-\w+\/\.slipway\/keys\.json is missing\. Start the local server; for another/,
  ],
  ...['{', '{"jwtSecret":"x"}'].map((text): Case => [
    `a moderation with damaged keys: ${text}`,
    () => {
      mkdirSync(join(place.root, '.slipway'), { recursive: true });
      writeFileSync(join(place.root, '.slipway/keys.json'), text);
    },
    ['moderate', 'list'],
    'invalid_input',
    /keys\.json is damaged: it has no secret key\. Restore it from a backup/,
  ]),
  [
    'a moderation with keys that cannot be read',
    () => {
      mkdirSync(join(place.root, '.slipway/keys.json'), { recursive: true });
    },
    ['moderate', 'list'],
    'forbidden',
    /keys\.json cannot be read by this user/,
  ],
  [
    'an approval of a revision that does not exist',
    () => 0,
    ['approve', 'staging', '--revision', '99', '--yes'],
    'not_found',
    /staging has no revision 99/,
  ],
  [
    'an address to verify that is none',
    () => 0,
    ['verify', '--env', 'staging', '--address', 'app.example.com'],
    'invalid_input',
    /--address app\.example\.com must be an origin, such as https:\/\/app\.example\.com/,
  ],
  [
    'a signature for a release and a revision',
    () => 0,
    ['trust', 'sign', 'market@1a2b3c4d', '--revision', '1', '--env', 'staging'],
    'invalid_input',
    /Pass either a release or --revision/,
  ],
  ...[
    ['history', '--env', 'preview'],
    ['diff', 'staging', 'preview'],
    ['doctor', '--env', 'preview'],
  ].map((argv): (typeof cases)[number] => [
    `a family of previews for ${argv.join(' ')}`,
    () => {
      environment('preview', { address: 'https://{id}.preview.example' });
    },
    argv,
    'invalid_input',
    /preview is a family of previews: name one preview/,
  ]),
  [
    'a check of an unknown slice in all environments',
    () => 0,
    ['check', 'marked'],
    'not_found',
    /no slice marked: apps\/ has market, shell/,
  ],
  [
    'a check of a version that is none in all environments',
    () => 0,
    ['check', 'market@latest'],
    'invalid_input',
    /market@latest: a version is 4 to 16 hexadecimal digits/,
  ],
  [
    'a new environment with a store that is none',
    () => 0,
    [
      'env',
      'create',
      'next',
      '--store',
      's3://',
      '--address',
      'https://next.example',
      '--backend',
      '/',
      '--key',
      'sb_publishable_x',
    ],
    'invalid_input',
    /s3:\/\/ must be a folder or s3:/,
  ],
  [
    'a missing environment',
    () => 0,
    ['deploy', 'market', '--reason', 'x'],
    'invalid_input',
    /deploy needs --env/,
  ],
  ['a missing slice', () => 0, ['deploy', '--env', 'staging'], 'invalid_input', /deploy needs <slice>/],
  ['a missing reason', () => 0, ['deploy', 'market', '--env', 'staging'], 'invalid_input', /add --reason/],
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
    /no environment prod; known: staging/,
  ],
  [
    'an unknown release',
    () => 0,
    ['deploy', 'market@abcdef12', '--env', 'staging', '--reason', 'x'],
    'not_found',
    /no release of market that starts with abcdef12/,
  ],
  [
    'a malformed version',
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
    'a folder in apps/ that builds a slice of another name',
    () => {
      renameSync(join(place.root, 'apps/market'), join(place.root, 'apps/stalls'));
    },
    ['deploy', 'stalls', '--env', 'staging', '--reason', 'x'],
    'invalid_input',
    /The build in apps\/stalls has the slice id market: .*Correct one of them and build it again/,
  ],
  [
    'a truncated file',
    () => {
      truncateSync(dist('page.js'), 2);
    },
    deployMarket,
    'slice_incompatible',
    /page\.js .* has 2 bytes instead of 4: build it again/,
  ],
  [
    'an altered file',
    () => {
      writeFileSync(dist('page.js'), 'pace');
    },
    deployMarket,
    'slice_incompatible',
    /page\.js .* was changed after the build: build it again/,
  ],
  [
    'a damaged build of a release that runs already',
    async () => {
      await place.text(...deployMarket);
      writeFileSync(dist('page.js'), 'pace');
    },
    deployMarket,
    'slice_incompatible',
    /page\.js .* was changed after the build: build it again/,
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
    'a truncated release.json',
    () => {
      truncateSync(dist('release.json'), 40);
    },
    deployMarket,
    'invalid_input',
    /release\.json is not valid JSON: build it again/,
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
    'a route that another app has',
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
    /market needs react \^20\.0\.0, and the shell has 19\.3\.1/,
  ],
  [
    'a newer contract',
    () => release({ contract: 2 }),
    deployMarket,
    'slice_incompatible',
    /market is built for contract 2, and this shell supports 1/,
  ],
  [
    'a newer slot version',
    () => release({ slots: [{ name: 'landing.featured', version: 2 }] }),
    deployMarket,
    'slice_incompatible',
    /fills version 2 of the slot landing\.featured, and the page shows version 1/,
  ],
  [
    'an older backend',
    async () => {
      await settings({ backend: { url: backendUrl, publishableKey: 'sb_publishable_x' } });
      return release({ migration: '20261122000100' });
    },
    deployMarket,
    'slice_incompatible',
    /market needs migration 20261122000100, and the backend .* has 20261122000000: migrate it first/,
  ],
  [
    'a backend that does not respond',
    async () => {
      await settings({ backend: { url: 'http://127.0.0.1:9', publishableKey: 'sb_publishable_x' } });
      return release({ migration: '20261122000100' });
    },
    deployMarket,
    'slice_incompatible',
    /The backend http:\/\/127\.0\.0\.1:9 cannot be reached/,
  ],
  [
    'a page over its budget',
    () => settings({ pageBudget: 40 }),
    deployMarket,
    'slice_incompatible',
    /The page \/market of market loads 1 kB, and the budget is 1 kB/,
  ],
  [
    'a release without its minimum time',
    () => {
      environment('production', { policy: { minimumTime: [{ environment: 'staging', minutes: 30 }] } });
    },
    ['deploy', 'shell', '--env', 'production', '--reason', 'x'],
    'slice_incompatible',
    /production requires 30 minutes in staging, and shell [0-9a-f]{8} has run there for \d/,
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
    'an environment file that is not JSON',
    () => {
      writeFileSync(join(place.root, 'environments/staging.json'), '{');
    },
    deployMarket,
    'invalid_input',
    /environments\/staging\.json(?::\d+)? is not valid JSON/,
  ],
  [
    'a folder with the name of an environment file',
    () => {
      mkdirSync(join(place.root, 'environments/folder.json'));
    },
    ['env', 'show', 'folder'],
    'invalid_input',
    /environments\/folder\.json must be a file, not a folder/,
  ],
  [
    'a draft of a root that is not there',
    () => 0,
    ['trust', 'cosign', 'root.json'],
    'not_found',
    /root\.json cannot be read: make it with a command that changes keys, such as slipway trust add … --draft root\.json/,
  ],
  [
    'an unknown kind of store',
    () => {
      environment('staging', { store: 'ftp://host/x' });
    },
    deployMarket,
    'invalid_input',
    /ftp:\/\/host\/x must be a folder or s3:/,
  ],
  [
    'a folder that cannot be written to',
    () => {
      writeFileSync(join(place.root, 'file'), '');
      environment('staging', { store: join(place.root, 'file/store') });
    },
    ['deploy', 'shell', '--env', 'staging', '--reason', 'x'],
    'forbidden',
    /cannot be written to, because a part of its path is a file \(ENOTDIR\)/,
  ],
  [
    'expired credentials',
    () => {
      environment('staging', { store: s3Store() });
      s3.failWith({ status: 400, code: 'ExpiredToken' });
    },
    deployMarket,
    'unauthenticated',
    /no valid credentials for s3:.* \(ExpiredToken\): renew them/,
  ],
  [
    'a read-only bucket',
    () => {
      environment('staging', { store: s3Store() });
      s3.failWith({ status: 403, code: 'AccessDenied', writesOnly: true });
    },
    ['deploy', 'shell', '--env', 'staging', '--reason', 'x'],
    'forbidden',
    /rejects these credentials \(AccessDenied\)/,
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
    'a promotion of a slice that does not run',
    () => {
      environment('production', {});
    },
    ['promote', 'market', '--from', 'production', '--to', 'staging', '--reason', 'x'],
    'not_found',
    /production runs nothing yet: deploy to it first/,
  ],
  [
    'a difference to an environment without a deploy',
    () => {
      environment('production', {});
    },
    ['diff', 'staging', 'production'],
    'not_found',
    /production runs nothing yet: deploy to it first/,
  ],
  [
    'slices together with --all',
    () => 0,
    ['promote', 'market', '--all', '--from', 'staging', '--to', 'staging'],
    'invalid_input',
    /either the slices to promote or --all/,
  ],
  [
    'a rollback of a misspelled slice',
    () => 0,
    ['rollback', 'markt', '--env', 'staging', '--reason', 'x'],
    'not_found',
    /staging does not run markt, nor has it in its history: it runs \w/,
  ],
  [
    'a console on a port that is no number, before its page is built',
    () => 0,
    ['console', '--port', '99999'],
    'invalid_input',
    /--port 99999 must be a whole number from 1 to 65535/,
  ],
  [
    'a rollback to revision 0',
    () => 0,
    ['rollback', '--env', 'staging', '--to', '0', '--reason', 'x'],
    'invalid_input',
    /--to 0 is not a revision: slipway history --env staging lists them/,
  ],
  [
    'a release where publish takes a build',
    () => 0,
    ['publish', 'market@1a2b3c4d', '--env', 'staging'],
    'invalid_input',
    /market@1a2b3c4d names a published release, and publish uploads a build: pass market, or deploy/,
  ],
  [
    'a rollback without an earlier revision',
    () => 0,
    ['rollback', '--env', 'staging', '--reason', 'x'],
    'not_found',
    /staging has no earlier revision/,
  ],
  [
    'a rollback of a slice that the revision before does not have',
    () => place.text(...deployMarket),
    ['rollback', 'market', '--env', 'staging', '--reason', 'x'],
    'not_found',
    /Revision 1 of staging has no market: .* slipway deploy market --remove --env staging --reason "…"$/m,
  ],
  [
    'an invalid revision',
    () => 0,
    ['rollback', '--env', 'staging', '--to', 'last', '--reason', 'x'],
    'invalid_input',
    /--to last is not a revision/,
  ],
  [
    'a removal of the shell',
    () => 0,
    ['deploy', 'shell', '--remove', '--env', 'staging', '--reason', 'x'],
    'invalid_input',
    /The shell cannot be removed/,
  ],
];

const allFiles = () =>
  readdirSync(place.address, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

describe('slipway', () => {
  it.each(cases)('rejects %s', async (_what, prepare, argv, code, message) => {
    await prepare();
    const before = allFiles();
    s3.writes();
    const ran = await place.slipway(...argv);
    expect(ran).toMatchObject({
      code: exitCodes[code],
      out: '',
      error: expect.stringMatching(message) as string,
    });
    expect(ran.error).toMatch(/^slipway: [^\n]+(?:\n[^\s][^\n]+)*$/); // one reason per line
    expect(ran.error).not.toMatch(/\n\s+at |undefined|\[object|\bnull\b/);
    expect([allFiles(), s3.writes()]).toEqual([before, 0]);
  });

  it("names the build when conform gets its slice's folder", async () => {
    const folder = join(place.root, 'apps/market');
    expect(await place.failure('conform', folder)).toBe(
      `slipway: ${folder} has no release.json: pass the folder of the build, ${dist()}`,
    );
  });

  it('prints the error as JSON with --json', async () => {
    const ran = await place.slipway('deploy', 'market', '--env', 'prod', '--reason', 'x', '--json');
    expect(ran.code).toBe(exitCodes.not_found);
    expect(JSON.parse(ran.out)).toMatchObject({ error: { code: 'not_found' } });
  });
});
