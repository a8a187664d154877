/** `slipway status --package`, over two environments. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SBOM } from './release/evidence';
import { releaseBase } from './store/keys';
import { withEvidence } from './testing/evidence';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

describe('slipway status --package', () => {
  let place: WorkspaceWithStore;
  const market = withEvidence(sliceRelease());
  const status = (...args: string[]) => place.text('status', '--package', ...args);

  beforeAll(async () => {
    place = await openWorkspace();
    place.writeEnvironment('production');
    await place.build(shellRelease());
    await place.build(market);
    await place.text('deploy', 'shell', 'market', '--env', 'staging', '--reason', 'first');
    await place.build(sliceRelease({ id: 'foreign', routes: [], slots: [], preload: {} }));
    await place.text('deploy', 'shell', 'foreign', '--env', 'production', '--reason', 'first');
  });
  afterAll(() => place.close());

  it('says which environments run which version, and what is unknown', async () => {
    const text = await status('react-router-dom');
    expect(text).toMatch(/^staging +market +[0-9a-f]{8} +7\.18\.5 \(none of its code\)$/m);
    expect(text).toMatch(/^production +foreign +[0-9a-f]{8} +unknown$/m);
    expect(text).toMatch(/unknown: the release has no bill of materials/);
    expect(await status('@a/b')).toMatch(/^staging +market +[0-9a-f]{8} +1\.0\.0$/m);
  });

  it('reads the ranges of slices and the versions of the shell without a bill of materials', async () => {
    const text = await status('react');
    expect(text).toMatch(/^staging +shell +[0-9a-f]{8} +19\.3\.1$/m);
    expect(text).toMatch(/^staging +market +[0-9a-f]{8} +\^19\.3\.0 of the shell$/m);
    expect(text).toMatch(/^production +foreign +[0-9a-f]{8} +\^19\.3\.0 of the shell, unknown$/m);
  });

  it('says that nothing runs, as other commands do', async () => {
    const empty = await openWorkspace();
    const react = () => empty.text('status', '--package', 'react');
    expect(await react()).toBe('staging runs nothing yet');
    expect(await empty.text('history', '--env', 'staging')).toBe(await react());
    empty.writeEnvironment('production');
    expect(await react()).toBe('No environment runs anything yet');
    expect(await empty.text('status', '--package', 'react', '--env', 'production')).toBe(
      'production runs nothing yet',
    );
    await empty.close();
  });

  it('prints JSON', async () => {
    const [staging] = await place.json<unknown[]>(
      'status',
      '--package',
      'markdown-to-jsx',
      '--env',
      'staging',
    );
    expect(staging).toMatchObject({
      ...{ environment: 'staging', package: 'markdown-to-jsx', revision: 1, error: null },
      uses: [
        { app: 'shell', isKnown: false, bundled: [] },
        { app: 'market', kind: 'stable', isKnown: true, bundled: [{ version: '9.10.6', hasCode: true }] },
      ],
    });
  });

  it('says that a release without a valid signature cannot be read, and shows the other environments', async () => {
    const { version } = sliceRelease({ id: 'foreign', routes: [], slots: [], preload: {} });
    const key = `${releaseBase('foreign', version)}release.json`;
    const bytes = (await place.store.get(key)) ?? Buffer.alloc(0);
    const altered = { ...(JSON.parse(bytes.toString()) as object), commit: 'f'.repeat(40) };
    await place.store.remove(key);
    await place.store.create(key, Buffer.from(JSON.stringify(altered)));
    const { code, out: text } = await place.slipway('status', '--package', 'react');
    expect(code).toBe(7);
    expect(text).toMatch(
      /^production could not be read: .*foreign .* another release\.json than the signed one/m,
    );
    expect(text).toMatch(/^staging +shell /m);
    await place.store.remove(key);
    await place.store.create(key, bytes);
  });

  it('says that an altered bill of materials cannot be read', async () => {
    const key = releaseBase(market.id, market.version) + SBOM;
    await place.store.remove(key);
    await place.store.create(key, Buffer.from('{"bomFormat":"CycloneDX"}'));
    const { out } = await place.slipway('status', '--package', 'react');
    expect(out).toMatch(/^staging could not be read: .*sbom\.json .* was altered/m);
  });
});
