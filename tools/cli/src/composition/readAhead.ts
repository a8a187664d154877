/** Starts to read everything about the current revision, while the trust is opened and other processes have their turns. */
import type { Composition } from '@slipway/contracts';
import { watchedReleases } from '../checks/files';
import { revisionBase, releaseBase, releasesFolder, settingsKey } from '../store/keys';
import { jsonIn } from '../store/parsedOnce';
import { readAhead } from '../store/readOnce';
import type { Store } from '../store/store';
import { signedReleaseKey, statementKey } from '../trust/paths';
import { describedReleases } from './fallback';
import { currentRevision } from './read';
import { releasesIn } from './selection';

/** Nothing that is read here is used before it was verified. @throws `slice_untrusted` for a damaged pointer */
export async function readStateAhead(store: Store, environment: string): Promise<void> {
  const revision = await currentRevision(store, environment);
  if (revision === 0) return;
  // The policy is that of the revision before, which nearly always has the number before.
  for (const number of [revision, revision - 1].filter((one) => one > 0)) {
    const base = revisionBase(environment, number);
    readAhead(store, [statementKey(environment, number), `${base}composition.json`, `${base}record.json`]);
  }
  store
    .get(`${revisionBase(environment, revision)}composition.json`)
    .then((bytes) => {
      const composition = jsonIn(bytes ?? Buffer.alloc(0)) as Composition; // whether it is one does not matter here
      const running = releasesIn(composition);
      const releases = [...running, ...describedReleases(composition)];
      readAhead(
        store,
        [
          ...(composition.settings === undefined ? [] : [settingsKey(environment, composition.settings)]),
          ...releases.flatMap(({ id, version }) => [
            `${releaseBase(id, version)}release.json`,
            signedReleaseKey(id, version),
          ]),
        ],
        watchedReleases(running, revision).map(({ id, version }) => `${releasesFolder(id)}/${version}`),
      );
    })
    .catch(() => undefined); // its verification says what is wrong
}
