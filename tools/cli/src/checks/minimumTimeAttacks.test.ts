/** A forged history of staging must not satisfy the minimum time of production. The attacker can write the store, and has no key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Selection, selectionOf } from '../composition/selection';
import { pointerKey, revisionBase } from '../store/keys';
import { stores } from '../testing/stores';
import { billingRelease, firstDeploy, openSharedStore, type SharedStore } from '../testing/trust';

const LONG_AGO = '2026-01-01T00:00:00.000Z';
const base = (revision: number) => revisionBase('staging', revision);

describe.each(stores)('on %s', (_kind, open) => {
  let shared: SharedStore;
  let selection: Selection;
  beforeAll(async () => {
    shared = await openSharedStore(open);
    shared.writeEnvironment('production', {
      policy: { minimumTime: [{ environment: 'staging', minutes: 30 }] },
    });
    await firstDeploy(shared);
    const { composition } = await shared.deploy(['Ada', 'billing'], [billingRelease('next')]);
    selection = selectionOf(composition);
  });
  afterAll(() => shared.close());

  const deployToProduction = () =>
    shared.deploy(['Ada', 'Bea', 'platform', 'market', 'billing'], [], {
      environment: shared.workspace.environment('production'),
      edits: { base: selection },
    });

  const altered = async (key: string, change: (text: string) => string) =>
    Buffer.from(change((await shared.bytes(key)).toString()));
  const backdated = (text: string) => text.replace(/"createdAt":"[^"]*"/, `"createdAt":"${LONG_AGO}"`);

  it.each([
    [
      'a current revision that is said to run for long',
      async () => ({
        [`${base(2)}composition.json`]: await altered(`${base(2)}composition.json`, backdated),
      }),
      /nothing proves what ran there: .*composition\.json\.gz differs/,
    ],
    [
      'a statement with another time',
      async () => ({ [`${base(2)}statement.json`]: await altered(`${base(2)}statement.json`, backdated) }),
      /nothing proves what ran there: .*valid signatures/,
    ],
    [
      'a new revision without a signature',
      async () => ({
        [`${base(3)}composition.json`]: await altered(`${base(2)}composition.json`, (text) =>
          backdated(text).replace('"revision":2', '"revision":3'),
        ),
        [`${base(3)}record.json`]: await shared.bytes(`${base(2)}record.json`),
        [pointerKey('staging')]: Buffer.from('{"revision":3}'),
      }),
      /nothing proves what ran there: .*is not signed/,
    ],
    [
      'an earlier revision that is said to have run the release for long',
      async () => ({
        [`${base(1)}composition.json`]: await altered(`${base(2)}composition.json`, (text) =>
          backdated(text).replace('"revision":2', '"revision":1'),
        ),
      }),
      /billing \S+ has run there for 0/,
    ],
  ])('rejects %s (minimum time)', async (_what, changes, reason) => {
    const failure = await shared.altered(await changes(), () =>
      deployToProduction().then(
        () => 'deployed',
        (error: unknown) => String(error),
      ),
    );
    expect(failure).toMatch(reason);
    expect(await shared.store.get(pointerKey('production'))).toBeUndefined();
  });
});
