/** Other origins: asked for in a manifest, granted by an environment, and in the policy of documents only then. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseManifest } from '@slipway/contracts';
import { afterEach, expect, it } from 'vitest';
import { metaPolicy, policyOptions } from '../composition/headers';
import { asRevision, compose } from '../composition/compose';
import { thirdPartiesOf } from '../composition/thirdParties';
import { siteOf } from '../hosting/site';
import { sliceToCompose, testBackend, testEnvironment } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { thirdPartyFailures } from './thirdParties';

const api = 'https://api.weather.example';
const asking = { thirdParties: { connect: [api], frame: ['https://maps.example:8443'] } };
const granting = (grants: object) => testEnvironment('staging', { thirdParties: { market: grants } });
const policyWith = (environment: ReturnType<typeof granting>, release: object = asking) => {
  const content = compose({
    ...{ environment, backend: testBackend, shell: shellRelease() },
    slices: [sliceToCompose(release)],
  });
  return metaPolicy(policyOptions(asRevision(content, 1, '2026-11-21T09:00:00.000Z')));
};

let place: WorkspaceWithStore | undefined;
afterEach(() => place?.close());

it('names the slice, the origin and the command that grants it', () => {
  const slice = sliceRelease(asking);
  expect(thirdPartyFailures(granting(asking.thirdParties), [slice])).toEqual([]);
  expect(thirdPartyFailures(granting({ connect: ['https://old.example'] }), [slice])).toEqual([
    expect.stringContaining(`market asks for ${api} (connect), which staging does not grant`),
    expect.stringContaining(
      `slipway env set staging thirdParties.market '{"connect":["${api}","https://old.example"],"frame":["https://maps.example:8443"]}'`,
    ),
  ]);
  const other = testEnvironment('staging', { thirdParties: { rival: asking.thirdParties } });
  expect(thirdPartyFailures(other, [slice]), 'granted to another slice').toHaveLength(2);
});

it('adds to the policy what is asked for and granted, and nothing else', () => {
  const both = policyWith(granting({ ...asking.thirdParties, img: ['https://cdn.example'] }));
  expect(both).toContain(`connect-src 'self' https://backend.example ${api};`);
  expect(both).toContain('frame-src https://maps.example:8443;');
  expect(both, 'granted, and not asked for').toContain("img-src 'self' data:;");
  const none = policyWith(testEnvironment());
  expect(policyWith(granting(asking.thirdParties), {})).toBe(none);
  expect(thirdPartiesOf([], asking.thirdParties), 'no member of the composition').toBeUndefined();
  expect(policyWith(testEnvironment(), asking)).toBe(none);
  expect(none).not.toContain('frame-src');
  expect(siteOf(granting(asking.thirdParties)).headers.join()).toContain(api);
});

it.each([
  'http://api.example',
  'https://*.example.com',
  'https://api.example/path',
  "https://a.example; script-src 'unsafe-inline'",
  'data:',
  "'unsafe-eval'",
])('rejects %s as an origin', (origin) => {
  const manifest = { id: 'a', owner: 'a', contract: 1, routes: [], slots: [], nav: [] };
  expect(() => parseManifest({ ...manifest, thirdParties: { connect: [origin] } })).toThrow(
    'must be an https or wss origin',
  );
  expect(() => granting({ connect: [origin] })).toThrow('must be an https or wss origin');
});

it('is a change of settings, which a slice cannot bring itself and cannot lose while it runs', async () => {
  place = await openWorkspace();
  const grants = { market: asking.thirdParties };
  for (const release of [shellRelease(), sliceRelease(asking)]) await place.build(release);
  const run = ['shell', 'market', '--env', 'staging', '--reason', 'a test'];
  expect(await place.failure('deploy', ...run)).toContain(`market asks for ${api} (connect)`);

  place.writeEnvironment('staging', { thirdParties: grants });
  await place.text('deploy', ...run);
  const listed = await place.text('third-parties', '--env', 'staging');
  expect(listed).toMatch(new RegExp(`market +connect +${api} +yes`));

  place.writeEnvironment('staging');
  expect(await place.failure('env', 'apply', '--env', 'staging', '--reason', 'take it back')).toContain(
    'which staging does not grant',
  );
});

it('no slice of the product asks for another origin, and none of its environments grants one (SES-70, BILL-26)', () => {
  const root = join(import.meta.dirname, '../../../..');
  const manifests = readdirSync(join(root, 'apps')).flatMap((app) => {
    const file = join(root, 'apps', app, 'slice.manifest.ts');
    return existsSync(file) ? [file] : [];
  });
  const environments = readdirSync(join(root, 'environments'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(root, 'environments', file));
  expect(manifests.length).toBeGreaterThan(4);
  expect(environments.length).toBeGreaterThan(4);
  for (const file of [...manifests, ...environments]) {
    expect(readFileSync(file, 'utf8'), file).not.toContain('thirdParties');
  }
});
