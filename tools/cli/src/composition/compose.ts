/** The one document that says what an environment runs, put together from its file and the releases' own descriptions. */
import type { Backend, ComposedRelease, Composition, ShellRelease, SliceRelease } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import { releaseBase } from '../store/keys';
import type { Fallback } from './fallback';

/** A slice, the newer release that a share of the visitors gets, and what there is where it cannot be loaded. */
export interface ComposedOf {
  release: SliceRelease;
  canary: { percent: number; release: SliceRelease } | undefined;
  fallback: Fallback | undefined;
}

export const compose = (
  environment: Environment,
  backend: Backend,
  revision: number,
  shell: ShellRelease,
  slices: readonly ComposedOf[],
): Composition => ({
  schema: 1,
  environment: environment.name,
  revision,
  createdAt: new Date().toISOString(),
  site: environment.site,
  shell: { version: shell.version, base: `/${releaseBase('shell', shell.version)}` },
  slices: Object.fromEntries(
    [...slices]
      .sort((a, b) => (a.release.id < b.release.id ? -1 : 1))
      .map(({ release, canary, fallback }) => [
        release.id,
        {
          ...composed(release),
          ...(canary && { canary: { percent: canary.percent, release: composed(canary.release) } }),
          ...(fallback && { fallback }),
        },
      ]),
  ),
  backend,
  features: environment.features,
  allowOverrides: environment.allowOverrides,
  deterrent: environment.deterrent,
});

export const composed = (slice: SliceRelease): ComposedRelease => ({
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
