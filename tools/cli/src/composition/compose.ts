/** The one document that says what an environment runs, put together from its file and the releases' own descriptions. */
import type { Backend, Composition, ShellRelease, SliceRelease } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import { releaseBase } from '../store/keys';

export const compose = (
  environment: Environment,
  backend: Backend,
  revision: number,
  shell: ShellRelease,
  slices: readonly SliceRelease[],
): Composition => ({
  schema: 1,
  environment: environment.name,
  revision,
  createdAt: new Date().toISOString(),
  site: environment.site,
  shell: { version: shell.version, base: `/${releaseBase('shell', shell.version)}` },
  slices: Object.fromEntries(
    [...slices].sort((a, b) => (a.id < b.id ? -1 : 1)).map((slice) => [slice.id, composed(slice)]),
  ),
  backend,
  features: environment.features,
  allowOverrides: environment.allowOverrides,
  deterrent: environment.deterrent,
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
