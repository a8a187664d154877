/** Whether an environment is well: its store, what its pointer names, its backend, its address. */
import { randomUUID } from 'node:crypto';
import { AppError, isAppError, type ShellRelease } from '@slipway/contracts';
import { fileProblems } from '../checks/files';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import { publishedRelease } from '../release/candidate';
import { documentName, revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { current, type Revision } from './read';
import { releasesOf } from './record';

export interface Finding {
  what: string;
  isWell: boolean;
  /** What was seen, or what is wrong and what to do. */
  detail: string;
}

/** Milliseconds. */
const PATIENCE = 5_000;

const attempt = async (what: string, look: () => Promise<string>): Promise<Finding> => {
  try {
    return { what, isWell: true, detail: await look() };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { what, isWell: false, detail: isAppError(error) ? detail : `${detail}: look at it by hand` };
  }
};

/** Looks at everything, in this order. It writes one small probe into the store, and removes it. */
export async function findings(workspace: Workspace, environment: Environment): Promise<Finding[]> {
  const store = await workspace.store(environment);
  const inStore = await attempt('store', () => comparesAndSwaps(store));
  if (!inStore.isWell) return [inStore];
  const revision = await current(store, environment.name);
  if (!revision) {
    return [
      inStore,
      { what: 'composition', isWell: false, detail: 'nothing is deployed yet: deploy the shell' },
    ];
  }
  return [
    inStore,
    await attempt('composition', () => isWhole(store, revision)),
    await attempt('backend', () => backendAnswers(environment, revision)),
    await attempt('address', () => addressServes(environment, revision)),
  ];
}

/** A store that takes a write under a wrong condition loses updates without a word. */
async function comparesAndSwaps(store: Store): Promise<string> {
  const key = `doctor/${randomUUID()}.json`;
  try {
    await store.swap(key, undefined, '1');
    await store.swap(key, '1', '2');
    const isFooled = await store.swap(key, undefined, '3').then(
      () => true,
      () => false,
    );
    if (isFooled)
      throw new AppError(
        'unavailable',
        `${store.address} ignores conditions on writes: use a service that honours If-Match`,
      );
    return `${store.address} reads, writes and moves pointers by compare-and-swap`;
  } finally {
    await store.remove(key);
  }
}

async function isWhole(store: Store, { composition }: Revision): Promise<string> {
  const candidates = await Promise.all(
    releasesOf(composition).map(([id, version]) => publishedRelease(store, id, version)),
  );
  const problems = (await Promise.all(candidates.map((candidate) => fileProblems(candidate, true)))).flat();
  const shell = candidates.find(({ release }) => release.kind === 'shell')?.release as
    ShellRelease | undefined;
  const routes = [
    ...(shell?.routes ?? []),
    ...Object.values(composition.slices).flatMap((slice) => slice.routes),
  ];
  const there = await store.list(revisionBase(composition.environment, composition.revision).slice(0, -1));
  const missing = ['404', ...routes.map(({ path }) => path)].map(documentName).filter((name) => {
    const [first = name] = name.split('/');
    return !there.includes(first);
  });
  const all = [...problems, ...missing.map((name) => `the document ${name} is missing: deploy again`)];
  if (all.length > 0) throw new AppError('unavailable', all.join('\n'));
  return `revision ${String(composition.revision)} is whole: every file of ${String(candidates.length)} releases has its hash`;
}

async function backendAnswers(environment: Environment, { composition }: Revision): Promise<string> {
  const { url, key } = composition.backend;
  const origin = url === '/' ? environment.address : url;
  const answer = await fetch(`${origin}/rest/v1/rpc/schema_version`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => undefined);
  if (!answer?.ok) {
    const said = answer ? `answers ${String(answer.status)}` : 'cannot be reached';
    throw new AppError('unavailable', `${origin} ${said}: start it, migrate it, or correct "backend"`);
  }
  return `${origin} has migration ${String(await answer.json())}`;
}

async function addressServes({ address }: Environment, { composition }: Revision): Promise<string> {
  const answer = await fetch(`${address}/slipway.json`, { signal: AbortSignal.timeout(PATIENCE) }).catch(
    () => undefined,
  );
  if (!answer?.ok)
    throw new AppError('unavailable', `${address} cannot be reached: start it, or correct "address"`);
  const { revision } = (await answer.json()) as { revision: number };
  if (revision !== composition.revision) {
    throw new AppError(
      'unavailable',
      `${address} serves revision ${String(revision)}, the store has ${String(composition.revision)}: is it another store, or a cache?`,
    );
  }
  if (!answer.headers.get('content-security-policy')?.includes('require-trusted-types-for')) {
    throw new AppError(
      'unavailable',
      `${address} sends no content security policy: give its server the table of headers`,
    );
  }
  return `${address} serves revision ${String(revision)} with its headers`;
}
