/** An environment's compositions: read the one in force, write the next. The pointer moves last. */
import {
  AppError,
  type Composition,
  parseComposition,
  type ShellRelease,
  type SliceRelease,
} from '@slipway/contracts';
import { check } from './check';
import { renderDocument } from './document';
import { documentName, pointerKey, releaseBase, revisionBase, revisionsFolder } from './keys';
import type { Store } from './store/store';

/** The revision in force, or 0 where there is none yet. */
export async function currentRevision(store: Store, environment: string): Promise<number> {
  const pointer = await store.get(pointerKey(environment));
  return pointer ? (JSON.parse(pointer.toString()) as { revision: number }).revision : 0;
}

/** The composition in force, or undefined before the first. @throws `invalid_input` */
export async function currentComposition(
  store: Store,
  environment: string,
): Promise<Composition | undefined> {
  const revision = await currentRevision(store, environment);
  if (revision === 0) return undefined;
  const key = `${revisionBase(environment, revision)}composition.json`;
  const bytes = await store.get(key);
  if (!bytes)
    throw new AppError('not_found', `${key} is missing from the store, though ${environment} points at it`);
  return parseComposition(JSON.parse(bytes.toString()), key);
}

export interface Change {
  environment: string;
  shell: ShellRelease;
  slices: readonly SliceRelease[];
  backend: Composition['backend'];
  site: Composition['site'];
  author: string;
  reason: string;
}

/** The composition that a change would make. */
const compose = (change: Change, revision: number): Composition => ({
  schema: 1,
  environment: change.environment,
  revision,
  createdAt: new Date().toISOString(),
  author: change.author,
  reason: change.reason,
  site: change.site,
  shell: { version: change.shell.version, base: `/${releaseBase('shell', change.shell.version)}` },
  slices: Object.fromEntries(change.slices.map((slice) => [slice.id, composed(slice)])),
  backend: change.backend,
});

const composed = (slice: SliceRelease): Composition['slices'][string] => ({
  version: slice.version,
  owner: slice.owner,
  base: `/${releaseBase(slice.id, slice.version)}`,
  entry: slice.entry,
  files: Object.fromEntries(Object.entries(slice.files).map(([path, file]) => [path, file.integrity])),
  routes: slice.routes,
  slots: slice.slots,
  nav: slice.nav,
  preload: slice.preload,
});

/** One more than any revision ever begun: a deploy that was cut leaves its number taken. */
async function freeRevision(store: Store, environment: string): Promise<number> {
  const begun = await store.list(revisionsFolder(environment));
  return 1 + Math.max(0, ...begun.map(Number).filter(Number.isInteger));
}

/** What decides whether two compositions run the same. */
const substance = ({ environment, site, shell, slices, backend }: Composition) =>
  JSON.stringify({
    environment,
    site,
    shell,
    slices: Object.entries(slices).sort(([a], [b]) => (a < b ? -1 : 1)),
    backend,
  });

/**
 * Makes `change` what its environment runs, and returns it; the composition in force when nothing differs.
 * @throws `slice_incompatible` with every reason, `conflict` when somebody else deployed meanwhile
 */
export async function deploy(store: Store, change: Change): Promise<Composition> {
  check(change.shell, change.slices);
  const before = await currentComposition(store, change.environment);
  const next = compose(change, await freeRevision(store, change.environment));
  if (before && substance(before) === substance(next)) return before;

  const base = revisionBase(next.environment, next.revision);
  const routes = [...change.shell.routes, ...change.slices.flatMap((slice) => slice.routes)];
  const documents = [
    ...routes.map((route) => [documentName(route.path), renderDocument(next, change.shell, route)] as const),
    [documentName('404'), renderDocument(next, change.shell, undefined)] as const,
  ];
  await store.create(`${base}composition.json`, Buffer.from(JSON.stringify(next)));
  for (const [name, html] of documents) await store.create(base + name, Buffer.from(html));

  const pointer = (revision: number) => JSON.stringify({ revision });
  await store.swap(
    pointerKey(next.environment),
    before ? pointer(before.revision) : undefined,
    pointer(next.revision),
  );
  return next;
}
