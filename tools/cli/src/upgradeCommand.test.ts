/** `slipway upgrade`: who holds back a newer shell, and what each team has to do. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

let place: WorkspaceWithStore;
beforeEach(async () => {
  place = await openWorkspace();
});
afterEach(() => place.close());

it('names the slices, their teams and each step, and deploys nothing', async () => {
  const parts = (id: string) => ({
    routes: [{ path: `/${id}`, title: id, access: 'public' as const }],
    ...{ id, owner: `${id}-team`, slots: [], preload: {} },
  });
  for (const release of [shellRelease(), sliceRelease(parts('notes')), sliceRelease(parts('maps'))])
    await place.build(release);
  await place.text('deploy', 'shell', 'notes', 'maps', '--env', 'staging', '--reason', 'a test');
  expect(await place.text('upgrade', '--env', 'staging')).toContain(
    'Nothing in staging holds back the shell',
  );

  await place.build(
    shellRelease({ contracts: [2], provides: { react: '20.0.0', '@slipway/platform': '1.9.0' } }),
  );
  const out = await place.text('upgrade', '--env', 'staging');
  expect(out).toContain('2 slices of staging cannot run in the shell');
  expect(out).toMatch(/notes +notes-team +contract +1 +2\n/);
  expect(out).toMatch(/maps +maps-team +react +\^19\.3\.0 +20\.0\.0\n/);
  expect(out).toContain(
    'maps-team: install react@20.0.0 in maps, build and deploy it together with the shell',
  );
  const { blockers } = await place.json<{ blockers: { needs: string }[] }>('upgrade', '--env', 'staging');
  expect(blockers.map(({ needs }) => needs).sort()).toEqual(['contract', 'contract', 'react', 'react']);
  expect(await place.failure('upgrade', 'notes', '--env', 'staging')).toContain('is a slice');
});
