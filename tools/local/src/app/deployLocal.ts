/**
 * Deploys this workspace's new builds to the local environment, with the same steps as any other deploy. Changes that commands
 * made since the last start stay: a rollback, a slice from another repository.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  author,
  builtRelease,
  type Candidate,
  changeLines,
  changesBetween,
  findWorkspace,
  readRevision,
  type Revision,
  type Selection,
  type SelectionEdits,
  selectionOf,
  settingsOf,
  shortVersion,
  type Store,
  wholeHistory,
} from '@slipway/cli';
import type { Backend, Composition } from '@slipway/contracts';
import { deployUnlessRejected } from './deployUnlessRejected';
import { type LastStart, readLastStart, writeLastStart } from './lastStart';

interface LocalDeploy {
  /** The workspace's root. */
  root: string;
  /** The folder of the server's data. */
  home: string;
  /** The app's origin, which this machine may not reach. */
  origin: string;
  /** The origin at which the server listens, for the check of migrations. */
  listensAt: string;
  environment: string;
  /** The embedded backend's settings for the app. */
  backend: Backend;
  /** Gets a line for each change, and for each app that runs another release than its build. */
  say: (line: string) => void;
}

interface Choice {
  edits: SelectionEdits;
  /** The apps whose build is not deployed. */
  kept: string[];
}

/** @throws `not_found` without a shell, `slice_incompatible` with every reason */
export async function deployLocal(
  store: Store,
  { root, home, origin, listensAt, environment: name, backend, say }: LocalDeploy,
): Promise<Composition> {
  const workspace = findWorkspace(root, process.env);
  const candidates = await builtApps(root);
  const builds = new Map(candidates.map(({ release }) => [release.id, release.version]));
  const last = readLastStart(home);
  const { current, seen } = await sinceLastStart(store, name, last);
  const { edits, kept }: Choice = current
    ? newBuilds(selectionOf(current.composition), builds, seen, last)
    : { edits: { base: { stable: builds, canaries: new Map() } }, kept: [] };
  const file = workspace.environment(name);
  const { before, composition, rejection } = await deployUnlessRejected({
    workspace,
    environment: { ...file, address: origin },
    // This server owns the environment, so it applies the file at each start.
    settings: settingsOf(file),
    backend,
    embedded: { backend, address: listensAt },
    store,
    candidates: candidates.filter(({ release: { id } }) => !kept.includes(id)),
    edits,
    author: author(process.env, root),
    reason: 'npm start',
  });
  // The builds of a rejected deploy stay new to the next start.
  if (rejection !== undefined) say(rejection);
  else writeLastStart(home, { revision: composition.revision, builds: Object.fromEntries(builds) });
  if (before) {
    const changes = changesBetween(selectionOf(before), selectionOf(composition));
    for (const line of changeLines(changes)) say(`${name}: ${line}`);
  }
  for (const app of kept) {
    const runs = selectionOf(composition).stable.get(app);
    const why = await reasonOf(store, name, current, app);
    const keeps = runs === undefined ? `does not run ${app}` : `keeps ${app} ${shortVersion(runs)}`;
    say(
      `${name} ${keeps}${why}. To deploy the build ${shortVersion(builds.get(app) ?? null)}: npx slipway deploy ${app} --env ${name} --reason "…"`,
    );
  }
  return composition;
}

/** A folder without `rspack.config.ts` has only an old build, which git ignores: its app was removed. */
const builtApps = (root: string): Promise<Candidate[]> =>
  Promise.all(
    readdirSync(join(root, 'apps'))
      .map((app) => join(root, 'apps', app))
      .filter((app) => existsSync(join(app, 'rspack.config.ts')))
      .map((app) => join(app, 'dist'))
      .filter((dist) => existsSync(join(dist, 'release.json')))
      .map(builtRelease),
  );

/** The current revision, and the releases that ran since the last start, each as `<app> <version>`. */
async function sinceLastStart(store: Store, environment: string, last: LastStart | undefined) {
  let current: Revision | undefined;
  const seen = new Set<string>();
  let isFirst = true;
  for await (const found of wholeHistory(store, environment)) {
    if ('damage' in found) {
      if (isFirst) break; // the deploy repairs it
      continue;
    }
    current ??= found;
    isFirst = false;
    if (last && found.composition.revision <= last.revision) break;
    const { stable, canaries } = selectionOf(found.composition);
    for (const [app, version] of stable) seen.add(`${app} ${version}`);
    for (const [app, { version }] of canaries) seen.add(`${app} ${version}`);
  }
  return { current, seen };
}

/**
 * Deploys the builds that differ from the last start's, and removes the apps that were built then and no longer exist.
 * A build that ran in the meantime is not deployed again: a command has replaced it.
 */
function newBuilds(
  { stable, canaries }: Selection,
  builds: ReadonlyMap<string, string>,
  seen: ReadonlySet<string>,
  last: LastStart | undefined,
): Choice {
  const changes = new Map<string, string | undefined>();
  const kept: string[] = [];
  for (const [app, version] of builds) {
    if (stable.get(app) === version || canaries.get(app)?.version === version) continue;
    if (last?.builds[app] === version || seen.has(`${app} ${version}`)) kept.push(app);
    else changes.set(app, version);
  }
  for (const app of Object.keys(last?.builds ?? {})) {
    if (!builds.has(app) && stable.has(app)) changes.set(app, undefined);
  }
  // End canaries of changed apps: a canary is compared with the stable release, which must not change.
  const ended = [...changes.keys()].filter((app) => canaries.has(app));
  return {
    edits: { stable: changes, canaries: new Map(ended.map((app) => [app, undefined])) },
    kept,
  };
}

/** Why the environment runs this release, such as ` (Ada: totals are wrong)`. */
async function reasonOf(
  store: Store,
  environment: string,
  current: Revision | undefined,
  app: string,
): Promise<string> {
  const since = current?.record.since.stable[app];
  if (!since) return '';
  const found = await readRevision(store, environment, since.revision).catch(() => undefined);
  return found ? ` (${since.author}: ${found.record.reason})` : '';
}
