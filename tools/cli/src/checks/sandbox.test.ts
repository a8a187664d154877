/** Sandboxed slices: allowed by an environment or rejected, in a frame of another origin, and only there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { asRevision, compose } from '../composition/compose';
import { isFrame } from '../composition/frame';
import { metaPolicy, policyOptions } from '../composition/headers';
import { hostingFiles } from '../hosting/files';
import { siteOf } from '../hosting/site';
import { integrityOf } from '../release/integrity';
import { publicFolder } from '../store/keys';
import { sliceToCompose, testBackend, testEnvironment } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { verifyingStore } from '../trust/serving';
import { sandboxFailures } from './sandbox';

const origin = 'https://sandbox.example';
const api = 'https://api.weather.example';
const sandbox = { origin, slices: ['market'] };
const contents = { 'frame.js': 'document.title = "Sandboxed"', 'frame.css': 'h1 { color: red }' };
const listed = Object.fromEntries(
  Object.entries(contents).map(([path, text]) => [
    path,
    { size: Buffer.byteLength(text), integrity: integrityOf(Buffer.from(text)) },
  ]),
);
const sandboxed = {
  ...{ isolation: 'sandbox' as const, slots: [], requires: {}, entry: 'frame.js', preload: {} },
  ...{ files: listed, thirdParties: { connect: [api] } },
};
const allowing = (fields: object = {}) =>
  testEnvironment('staging', { sandbox, thirdParties: { market: { connect: [api] } }, ...fields });
const composed = (environment = allowing()) =>
  asRevision(
    compose({
      ...{ environment, backend: testBackend, shell: shellRelease() },
      slices: [sliceToCompose(sandboxed)],
    }),
    1,
    '2026-11-21T09:00:00.000Z',
  );

let place: WorkspaceWithStore | undefined;
afterEach(() => place?.close());

it('needs both sides: the slice, and the environment', () => {
  expect(sandboxFailures(allowing(), [sliceRelease(sandboxed)])).toEqual([]);
  expect(sandboxFailures(testEnvironment(), [sliceRelease()])).toEqual([]);
  expect(sandboxFailures(testEnvironment(), [sliceRelease(sandboxed)])).toEqual([
    expect.stringContaining(
      'market runs in a sandbox, which staging does not allow: slipway env set staging sandbox',
    ),
  ]);
  const rival = allowing({ sandbox: { origin, slices: ['rival'] } });
  expect(sandboxFailures(rival, [sliceRelease(sandboxed)])).toEqual([
    expect.stringContaining(`{"origin":"${origin}","slices":["rival","market"]}`),
  ]);
  expect(sandboxFailures(allowing(), [sliceRelease()]), 'a build that leaves the sandbox').toEqual([
    expect.stringMatching(/^market [0-9a-f]{8} would run in the page, and staging runs it in a sandbox only/),
  ]);
  const rendered = { ...sandboxed, prerendered: { '/market': { html: '<form></form>', styles: [] } } };
  expect(sandboxFailures(allowing(), [sliceRelease(rendered)]), 'markup in the document of the app').toEqual([
    expect.stringContaining('market runs in a sandbox and has prerendered pages'),
  ]);
  const own = allowing({ sandbox: { origin: 'https://staging.example', slices: [] } });
  expect(sandboxFailures(own, [])).toEqual([expect.stringContaining('need a separate origin')]);
});

it.each([
  'http://sandbox.example',
  'https://*.example.com',
  'https://sandbox.example/path',
  "https://a.example; script-src 'unsafe-inline'",
])('rejects %s as the origin of frames', (wrong) => {
  expect(() => allowing({ sandbox: { origin: wrong, slices: [] } })).toThrow(
    'must be a separate https origin',
  );
});

it('pages may show the frame, and get none of the grants of its slice', () => {
  const policy = metaPolicy(policyOptions(composed()));
  expect(policy).toContain(`frame-src ${origin};`);
  expect(policy).not.toContain(api);
  expect(siteOf(allowing()).headers.join()).toContain(`frame-src ${origin};`);
  expect(siteOf(allowing()).headers.join()).not.toContain(api);
  const unused = asRevision(
    compose({
      ...{ environment: allowing(), backend: testBackend, shell: shellRelease() },
      slices: [sliceToCompose({ id: 'other' })],
    }),
    1,
    '2026-11-21T09:00:00.000Z',
  );
  expect(metaPolicy(policyOptions(unused)), 'allowed, and not deployed').not.toContain('frame-src');
});

it('a change of a grant is another document', () => {
  const { file } = composed().slices['market']?.frame ?? {};
  expect(isFrame(file ?? '')).toBe(true);
  expect(composed().slices['market']?.frame?.file).toBe(file);
  expect(composed(allowing({ thirdParties: {} })).slices['market']?.frame?.file).not.toBe(file);
});

it('web servers serve frames on a separate host, and nothing else', () => {
  const files = hostingFiles(allowing());
  const policy = 'sandbox allow-scripts allow-forms; frame-ancestors https://staging.example';
  expect(files.get('nginx.conf')).toContain(`server_name sandbox.example;`);
  expect(files.get('Caddyfile')).toContain('http://sandbox.example:');
  for (const name of ['nginx.conf', 'Caddyfile', '_headers-sandbox'])
    expect(files.get(name)).toContain(policy);
  const without = hostingFiles(testEnvironment());
  expect([...without.keys()]).not.toContain('_headers-sandbox');
  expect([...without.values()].join()).not.toContain('allow-scripts');
});

it('a deploy is rejected without the grant and writes nothing; with it, it writes the document', async () => {
  place = await openWorkspace();
  await place.build(shellRelease());
  await place.build(sliceRelease(sandboxed), contents);
  const run = ['shell', 'market', '--env', 'staging', '--reason', 'a test'];
  const grants = { thirdParties: { market: { connect: [api] } } };
  place.writeEnvironment('staging', grants);
  expect(await place.failure('deploy', ...run)).toContain(
    'market runs in a sandbox, which staging does not allow',
  );
  expect(await place.store.list('environments/staging')).toEqual([]);
  expect(await place.store.list('releases')).toEqual([]);

  place.writeEnvironment('staging', { ...grants, sandbox });
  await place.text('deploy', ...run);
  const keys = [...(await place.store.sizes(publicFolder('staging'))).keys()];
  const key = keys.find((one) => isFrame(one)) ?? '';
  const html = (await place.store.get(key))?.toString() ?? '';
  expect(html).toContain(
    `default-src 'none'; script-src '${listed['frame.js']?.integrity ?? ''}'; style-src`,
  );
  expect(html).toContain(`connect-src ${api}; img-src data:; font-src data:;`);
  expect(html).toContain(`<script type="module">${contents['frame.js']}</script>`);
  expect(html).toContain(`<style>${contents['frame.css']}</style>`);
  expect(await place.text('third-parties', '--env', 'staging')).toMatch(
    new RegExp(`market +sandbox +${origin} +yes`),
  );

  place.writeEnvironment('staging', grants);
  expect(await place.failure('env', 'apply', '--env', 'staging', '--reason', 'take it back')).toContain(
    'which staging does not allow',
  );
});

it('a server sends only what a signed release renders to', async () => {
  place = await openWorkspace();
  const { store } = place;
  await place.build(shellRelease());
  await place.build(sliceRelease(sandboxed), contents);
  place.writeEnvironment('staging', { sandbox, thirdParties: { market: { connect: [api] } } });
  await place.text('deploy', 'shell', 'market', '--env', 'staging', '--reason', 'a test');
  const served = verifyingStore(store, {
    trust: place.workspace.trust,
    environment: (name) => ({ name, root: undefined }),
    warn: () => undefined,
  });
  const key = [...(await store.sizes(publicFolder('staging'))).keys()].find((one) => isFrame(one)) ?? '';
  const good = await store.get(key);
  expect(good && (await served.get(key))?.equals(good)).toBe(true);
  expect(await served.get(`${key}.br`), 'and its compressed copy').toBeDefined();
  const html = good?.toString() ?? '';
  const forged = [
    [key, html.replace('document.title', 'document.cookie')],
    [key, html.replace(api, 'https://evil.example')],
    [key.replace(/[0-9a-f]{16}\.html$/, '0123456789abcdef.html'), html],
    [key, `${html}<script>alert(1)</script>`],
  ] as const;
  for (const [at, text] of forged) {
    expect(text === html && at === key).toBe(false);
    await store.remove(at);
    await store.create(at, Buffer.from(text));
    expect(await served.get(at), text.slice(-60)).toBeUndefined();
  }
});

it('no slice of the product is sandboxed, and none of its environments allows it (SES-70, BILL-26)', () => {
  const root = join(import.meta.dirname, '../../../..');
  const environments = readdirSync(join(root, 'environments'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(root, 'environments', file));
  expect(environments.length).toBeGreaterThan(4);
  for (const file of environments) expect(readFileSync(file, 'utf8'), file).not.toContain('"sandbox"');
});
