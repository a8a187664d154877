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
import type { StoredSettings } from './settings';
import { releasesIn } from './selection';

/** Nothing that is read here is used before it was verified. @throws `slice_untrusted` for a damaged pointer */
export async function readStateAhead(store: Store, environment: string): Promise<void> {
  const revision = await currentRevision(store, environment);
  if (revision === 0) return;
  const filesOf = (number: number) =>
    ['composition.json', 'record.json'].map((name) => revisionBase(environment, number) + name);
  // The policy is in the previous revision, which nearly always has the previous number.
  const earlier = [revision - 1].filter((one) => one > 0);
  const statements = [revision, ...earlier].map((number) => statementKey(environment, number));
  readAhead(store, [...statements, ...filesOf(revision)]);
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
      return composition.settings === undefined
        ? undefined
        : store.get(settingsKey(environment, composition.settings));
    })
    .then((bytes) => {
      const stored = jsonIn(bytes ?? Buffer.from('{}')) as Partial<StoredSettings>;
      if (stored.settings?.policy) readAhead(store, earlier.flatMap(filesOf));
    })
    .catch(() => undefined); // its verification says what is wrong
}
