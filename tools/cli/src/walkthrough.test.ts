/** Runs the walkthrough of docs/runbook.md, each command word for word, on a folder that three teams and two deployers share. */
import { expect, it } from 'vitest';
import { revisionBase } from './store/keys';
import { shellRelease } from './testing/releases';
import { blocksOf, machine, sectionOf } from './testing/runbook';
import { openFolderStore } from './testing/stores';
import { billingRelease, marketRelease } from './testing/trust';
import { openWorkspace } from './testing/workspace';

const blocks = blocksOf(sectionOf('Walkthrough: keys of three teams'));

it('works: three teams, two deployers, a new release, rotation, a stolen key, a stolen root key, an altered store', async () => {
  const place = await openWorkspace(openFolderStore, {});
  place.writeEnvironment('production');
  for (const release of [shellRelease(), marketRelease(), billingRelease()]) await place.build(release);
  const { run, must } = machine(place);
  const [start = [], first = [], release = [], rotation = [], stolen = [], root = [], altered = [], ...none] =
    blocks;
  expect(none).toEqual([]);

  for (const line of [...start, ...first]) await must(line);
  await place.build(billingRelease('the plans team'));
  const stolenKey = 'SLIPWAY_SIGNING_KEY_FILE=keys/ada.pem npx slipway';
  for (const line of release.slice(0, 2)) await must(line);
  expect((await run('npx slipway history --env production --limit 1')).out).toMatch(
    /^1 {2}\S+ {2}(?:Ada and Bea|Bea and Ada)/,
  );
  for (const line of release.slice(2)) await must(line);
  for (const line of rotation) await must(line);
  const oldKey = await run(
    'SLIPWAY_SIGNING_KEY_FILE=keys/market.pem npx slipway trust sign market@latest --env production',
  );
  expect(oldKey.code).not.toBe(0);
  for (const line of stolen) await must(line);
  const rejected = await run(`${stolenKey} rollback --env production --to 1 --reason theft`);
  expect(rejected).toMatchObject({
    code: 6,
    error: expect.stringMatching(/No key here may sign a revision of production/) as string,
  });
  for (const line of root) await must(line);

  const composition = `${revisionBase('production', 2)}composition.json`;
  await place.store.remove(composition);
  await place.store.create(composition, Buffer.from('{"schema":1'));
  const blocked = await run(
    'SLIPWAY_SIGNING_KEY_FILE=keys/bea.pem npx slipway deploy market --env production --reason x',
  );
  expect(blocked.code).toBe(5);
  expect(blocked.error).toMatch(/composition\.json\.gz .*roll back/);
  for (const line of altered) await must(line);
  expect((await run('npx slipway history --env production --limit 1')).out).toMatch(
    /^3 {2}\S+ {2}(?:Ada and Bea|Bea and Ada) {2}the store was altered/,
  );
  await place.close();
}, 60_000);
