/** Deploys what this workspace built to the local environment: the same publish and deploy as anywhere. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, publish, type Store } from '@slipway/cli';
import { AppError, type Backend, type Composition, defaultSite, type Site } from '@slipway/contracts';

interface LocalDeploy {
  /** The workspace's root. */
  root: string;
  environment: string;
  backend: Backend;
  site?: Site;
  author: string;
}

/** @throws `not_found` without a build, `slice_incompatible` with every reason */
export async function deployLocal(
  store: Store,
  { root, environment, backend, site = defaultSite, author }: LocalDeploy,
): Promise<Composition> {
  const builds = readdirSync(join(root, 'apps'))
    .map((app) => join(root, 'apps', app, 'dist'))
    .filter((dist) => existsSync(join(dist, 'release.json')));
  const releases = await Promise.all(builds.map((dist) => publish(store, dist)));
  const shell = releases.find((release) => release.kind === 'shell');
  if (!shell) throw new AppError('not_found', 'The shell is not built: run npx nx build shell');
  return deploy(store, {
    environment,
    shell,
    slices: releases.filter((release) => release.kind === 'slice'),
    backend,
    site,
    author,
    reason: 'npm start',
  });
}
