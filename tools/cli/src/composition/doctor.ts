/** Checks an environment: its store, the release files and documents it needs, its backend, and its address. */
import { randomUUID } from 'node:crypto';
import { AppError, type Composition, type ShellRelease } from '@slipway/contracts';
import { copyFailures, fileFailures } from '../checks/files';
import { failed, type Finding, finding } from '../checks/finding';
import { schemaVersion } from '../checks/migration';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import { publishedRelease, servedRelease } from '../release/candidate';
import { documentName, documentNames, revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { readCurrent, type Revision } from './read';
import { releasesIn, selectionOf } from './selection';
import { checkSignatures } from '../trust/doctor';
import { CLAIM_TIMEOUT, claimedRevisions } from './write';

/** Milliseconds. */
const TIMEOUT = 5_000;

/** Checks all of them in this order. Writes one small file to the store and removes it. */
export async function findings(workspace: Workspace, environment: Environment): Promise<Finding[]> {
  let store: Store;
  let revision: Revision | undefined;
  try {
    store = await workspace.store(environment);
  } catch (error) {
    return [failed('store', error)];
  }
  const inStore = await finding('store', () => checkStore(store));
  if (!inStore.isHealthy) return [inStore];
  try {
    revision = await readCurrent(store, environment.name);
  } catch (error) {
    return [inStore, failed('composition', error)];
  }
  if (!revision) {
    return [
      inStore,
      {
        subject: 'composition',
        isHealthy: false,
        detail: `${environment.name} runs nothing yet: deploy the shell first`,
      },
    ];
  }
  return [
    inStore,
    await finding('composition', () => checkFiles(store, revision)),
    await finding('signatures', () => checkSignatures(workspace, environment, store)),
    ...(await unfinished(store, revision)),
    await finding('backend', () => checkBackend(environment, revision)),
    await finding('address', () => checkAddress(environment, revision)),
  ];
}

/** A store that ignores the condition of a write silently loses concurrent updates. */
async function checkStore(store: Store): Promise<string> {
  const key = `doctor/${randomUUID()}.json`;
  try {
    await store.swap(key, undefined, '1');
    await store.swap(key, '1', '2');
    const ignoresCondition = await store.swap(key, undefined, '3').then(
      () => true,
      () => false,
    );
    if (ignoresCondition)
      throw new AppError(
        'unavailable',
        `${store.address} ignores conditions on writes: use a service that supports If-Match`,
      );
    return `${store.address} supports reading, writing and compare-and-swap`;
  } finally {
    await store.remove(key);
  }
}

async function checkFiles(store: Store, { composition }: Revision): Promise<string> {
  const candidates = await Promise.all(
    releasesIn(composition).map(({ id, version }) => publishedRelease(store, id, version)),
  );
  const { stable } = selectionOf(composition);
  const served = candidates.map(({ release }) =>
    servedRelease(store, composition.environment, release, stable.get(release.id)),
  );
  const failures = (
    await Promise.all(
      [...candidates, ...served].flatMap((candidate) => [
        fileFailures(candidate, true),
        copyFailures(candidate),
      ]),
    )
  ).flat();
  const shell = candidates.find(({ release }) => release.kind === 'shell')?.release as
    | ShellRelease
    | undefined;
  const routes = [
    ...(shell?.routes ?? []),
    ...Object.values(composition.slices).flatMap((slice) => slice.routes),
  ];
  const documents = await store.list(
    revisionBase(composition.environment, composition.revision).slice(0, -1),
  );
  const names = [documentName('404'), ...routes.flatMap(({ path }) => documentNames(path))];
  const missing = names.filter((name) => {
    const [first = name] = name.split('/');
    return !documents.includes(first);
  });
  // A deploy that changes nothing writes nothing, so only a new revision writes the documents again.
  const all = [
    ...failures,
    ...missing.map((name) => `the document ${name} is missing: roll back, or deploy a change`),
  ];
  if (all.length > 0) throw new AppError('unavailable', all.join('\n'));
  return `revision ${String(composition.revision)} is complete: every file of its ${String(candidates.length)} releases matches its hash`;
}

/** Names revisions that a deploy started and has not made current. They delay the next deploy, and harm nothing. */
async function unfinished(store: Store, { composition }: Revision): Promise<Finding[]> {
  const { environment, revision: current } = composition;
  const started = (await claimedRevisions(store, environment)).filter((number) => number > current);
  if (started.length === 0) return [];
  const detail = `revision ${started.sort((a, b) => a - b).join(', ')} was started and is not current: its deploy is still running, or was interrupted and abandoned it. The next deploy waits ${String(CLAIM_TIMEOUT / 1_000)} seconds for it, then takes the next number`;
  return [{ subject: 'revisions', isHealthy: true, detail }];
}

async function checkBackend(environment: Environment, { composition }: Revision): Promise<string> {
  const { url, key } = composition.backend;
  const origin = url === '/' ? environment.address : url;
  const result = await schemaVersion(origin, key, TIMEOUT);
  if ('failure' in result) {
    throw new AppError(
      'unavailable',
      `${origin} ${result.failure}: ${result.advice ?? 'start it (npm start, if it is embedded), migrate it, or correct "backend"'}`,
    );
  }
  return `${origin} has migration ${result.version}`;
}

async function checkAddress({ address }: Environment, { composition }: Revision): Promise<string> {
  const url = `${address}/slipway.json`;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) }).catch(() => undefined);
  if (!response)
    throw new AppError(
      'unavailable',
      `${address} cannot be reached: start it (npm start, if its backend is embedded), or correct "address"`,
    );
  const advice = 'configure its web server with slipway env hosting, or correct "address"';
  if (!response.ok)
    throw new AppError('unavailable', `${url} responds with status ${String(response.status)}: ${advice}`);
  const served = (await response.json().catch(() => undefined)) as Partial<Composition> | null | undefined;
  const { environment, revision } = served ?? {};
  if (environment !== composition.environment) {
    const other = environment === undefined ? 'is no composition' : `is that of ${environment}`;
    throw new AppError('unavailable', `${url} ${other}: ${advice}`);
  }
  if (revision !== composition.revision) {
    throw new AppError(
      'unavailable',
      `${address} serves revision ${String(revision)}, and the store has ${String(composition.revision)}: check whether it reads another store, or a cache`,
    );
  }
  if (!response.headers.get('content-security-policy')?.includes('require-trusted-types-for')) {
    throw new AppError(
      'unavailable',
      `${address} sends no content security policy: configure its web server with slipway env hosting`,
    );
  }
  return `${address} serves revision ${String(revision)} with the security headers`;
}
