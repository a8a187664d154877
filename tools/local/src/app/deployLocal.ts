/** Deploys this workspace's builds to the local environment, with the same steps as any other deploy. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { author, builtRelease, deploy, findWorkspace, settingsOf, type Store } from '@slipway/cli';
import type { Backend, Composition } from '@slipway/contracts';

interface LocalDeploy {
  /** The workspace's root. */
  root: string;
  /** The app's origin. */
  origin: string;
  environment: string;
  /** The embedded backend's settings for the app. */
  backend: Backend;
}

/** Deploys exactly the built slices. @throws `not_found` without a shell, `slice_incompatible` with every reason */
export async function deployLocal(
  store: Store,
  { root, origin, environment: name, backend }: LocalDeploy,
): Promise<Composition> {
  const workspace = findWorkspace(root, process.env);
  const builds = readdirSync(join(root, 'apps'))
    .map((app) => join(root, 'apps', app, 'dist'))
    .filter((dist) => existsSync(join(dist, 'release.json')));
  const candidates = await Promise.all(builds.map(builtRelease));
  const file = workspace.environment(name);
  const { composition } = await deploy({
    workspace,
    environment: { ...file, address: origin },
    // This server owns the environment, so it applies the file at each start.
    settings: settingsOf(file),
    backend,
    store,
    candidates,
    edits: {
      base: {
        stable: new Map(candidates.map(({ release }) => [release.id, release.version])),
        canaries: new Map(),
      },
    },
    author: author(process.env, root),
    reason: 'npm start',
  });
  return composition;
}
