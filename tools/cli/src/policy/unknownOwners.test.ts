/** A deploy of settings warns about names in the policy that own no key. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsOf } from '../environment/settings';
import { testEnvironment } from '../testing/compositions';
import { openFolderStore } from '../testing/stores';
import { firstDeploy, openSharedStore, type SharedStore } from '../testing/trust';

let shared: SharedStore;
beforeAll(async () => {
  shared = await openSharedStore(openFolderStore);
  await firstDeploy(shared);
});
afterAll(() => shared.close());

const alarmsOf = async (policy: object) => {
  const settings = settingsOf(testEnvironment('staging', { policy }));
  return (await shared.deploy(['Ada'], [], { edits: {}, settings })).alarms;
};

it('names each once, wherever the policy does, and no owner of a key', async () => {
  expect(
    await alarmsOf({ deployers: { market: ['owners'], '*': ['Ada', 'ada'] }, breakGlass: ['Bae', 'ada'] }),
  ).toEqual([
    'The policy of staging names ada, Bae, and no key has that owner: slipway trust show --env staging lists the owners',
  ]);
  expect(await alarmsOf({ deployers: { '*': ['Ada', 'Bea'] } })).toEqual([]);
});
