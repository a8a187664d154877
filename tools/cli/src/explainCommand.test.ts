/** `slipway explain`: the source line of a frame, from maps that no environment serves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_MAPS } from './release/evidence';
import { releaseBase } from './store/keys';
import { withEvidence } from './testing/evidence';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

describe('slipway explain', () => {
  let place: WorkspaceWithStore;
  const market = withEvidence(sliceRelease());
  const key = releaseBase(market.id, market.version) + SOURCE_MAPS;
  const name = `market@${market.version.slice(0, 8)}`;
  const explain = (frame: string) => place.text('explain', name, frame);
  const failureOf = (frame: string) => place.failure('explain', name, frame);

  beforeAll(async () => {
    place = await openWorkspace();
    await place.build(shellRelease());
    await place.build(market);
    await place.text('deploy', 'shell', 'market', '--env', 'staging', '--reason', 'first');
  });
  afterAll(() => place.close());

  it('shows the line with those around it', async () => {
    expect(await explain('page.js:1:1')).toBe(
      [
        `market ${market.version.slice(0, 8)}, apps/market/src/Page.tsx:3:3, load`,
        '  1 | one',
        '  2 | two',
        '> 3 |   throw new Error();',
        '    |   ^',
        '  4 | four',
        '  5 | ',
      ].join('\n'),
    );
  });

  it('says what is wrong with a frame', async () => {
    expect(await failureOf('page.js')).toContain('page.js: pass a frame as <file>:<line>:<column>');
    expect(await failureOf('other.js:1:1')).toMatch(/has no script other\.js; it has page\.js/);
    expect(await failureOf('page.js:9:1')).toMatch(/page\.js:9:1 is not a position in market/);
  });

  it('publishes the maps with the release, and copies them to no public area', async () => {
    expect(await place.store.get(key)).toBeDefined();
    const served = [...(await place.store.sizes('environments')).keys()];
    expect(served.filter((each) => /source-maps|\.map$/.test(each))).toEqual([]);
  });

  it('rejects maps that were altered', async () => {
    await place.store.remove(key);
    await place.store.create(key, Buffer.from('{}'));
    expect(await failureOf('page.js:1:1')).toMatch(/source-maps\.json in .* differs from the hash/);
  });
});
