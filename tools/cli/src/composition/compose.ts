/** Makes a composition from an environment's settings and the descriptions of its releases. */
import {
  AppError,
  type Backend,
  type ComposedRelease,
  type Composition,
  type FilledSlot,
  type ShellRelease,
  type SliceRelease,
} from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import { releasePath } from '../store/keys';
import { thirdPartiesOf } from './thirdParties';
import type { Fallback } from './fallback';
import { frameName, frameOptions } from './frame';
import { languagesOf, type Translated } from './languages';
import type { ShellFallback } from './shellFallback';

/** A composition before it has its revision number. */
export type CompositionContent = Omit<Composition, 'revision' | 'createdAt'>;

/** A slice with its canary and its fallback, if it has them. */
export interface SliceToCompose {
  release: SliceRelease;
  canary: { percent: number; release: SliceRelease } | undefined;
  fallback: Fallback | undefined;
  /** The fallback, if it is sandboxed. */
  earlier?: SliceRelease | undefined;
}

interface ToCompose {
  environment: Environment;
  backend: Backend;
  shell: ShellRelease;
  /** In any order. */
  slices: readonly SliceToCompose[];
  shellFallback?: ShellFallback | undefined;
  shellCanary?: { percent: number; release: Omit<Translated, 'id'> } | undefined;
}

export const compose = ({
  environment,
  backend,
  shell,
  slices,
  shellFallback,
  shellCanary,
}: ToCompose): CompositionContent => ({
  schema: 1,
  environment: environment.name,
  site: environment.site,
  ...(environment.indexed !== false && { address: environment.address }),
  shell: {
    ...composeShell(shell),
    ...(shellCanary && {
      canary: { percent: shellCanary.percent, release: composeShell(shellCanary.release) },
    }),
    ...(shellFallback && { fallback: shellFallback }),
  },
  slices: Object.fromEntries(
    [...slices]
      .sort((a, b) => (a.release.id < b.release.id ? -1 : 1))
      .map(({ release, canary, fallback, earlier }) => [
        release.id,
        {
          ...composeFramed(environment, release),
          ...(canary && {
            canary: { percent: canary.percent, release: composeFramed(environment, canary.release) },
          }),
          ...(fallback && { fallback: { ...fallback, ...(earlier && frameOf(environment, earlier)) } }),
        },
      ]),
  ),
  backend,
  ...languagesOf(environment, [
    shell,
    ...(shellCanary ? [{ ...shellCanary.release, id: shell.id }] : []),
    ...slices.flatMap(({ release, canary }) => [release, ...(canary ? [canary.release] : [])]),
  ]),
  ...valuesOf(environment, slices),
  ...grantedTo(environment, slices),
  ...sandboxOf(environment, slices),
  ...healthOf(environment, backend, shell),
  allowOverrides: environment.allowOverrides,
  deterrent: environment.deterrent,
  ...(environment.serviceWorker && shell.worker !== undefined && { serviceWorker: true }),
  ...(environment.timeLimits && { timeLimits: environment.timeLimits }),
});

/** The flags of a manifest that are on by default. */
const flagsThatAreOn = ({ flags = {} }: SliceRelease) =>
  Object.fromEntries(
    Object.entries(flags)
      .filter(([, flag]) => flag.default)
      .map(([name]) => [name, true]),
  );

/** The configuration and flags of the slices that the environment runs; `settingsFailures` has checked them. */
function valuesOf(
  { config = {}, flags = {} }: Environment,
  slices: readonly SliceToCompose[],
): Pick<CompositionContent, 'config' | 'flags'> {
  const set = slices.flatMap(({ release: { id } }) => (config[id] ? [[id, config[id]] as const] : []));
  const rules = slices
    .map(({ release }) => [release.id, { ...flagsThatAreOn(release), ...flags[release.id] }] as const)
    .filter(([, own]) => Object.keys(own).length > 0);
  return {
    ...(set.length > 0 && { config: Object.fromEntries(set) }),
    ...(rules.length > 0 && { flags: Object.fromEntries(rules) }),
  };
}

/** The origins that slices ask for, canaries included, and that the environment grants. */
function grantedTo(
  { thirdParties = {} }: Environment,
  slices: readonly SliceToCompose[],
): Pick<CompositionContent, 'thirdParties'> {
  const granted = slices.flatMap(({ release, canary }) => {
    const one = thirdPartiesOf([release, ...(canary ? [canary.release] : [])], thirdParties[release.id]);
    return one ? [[release.id, one] as const] : [];
  });
  return granted.length > 0 ? { thirdParties: Object.fromEntries(granted) } : {};
}

/** The document of a sandboxed release, and the events and flags that pages pass on. */
function frameOf(environment: Environment, release: SliceRelease): Pick<ComposedRelease, 'frame'> {
  const options = frameOptions(environment, release);
  if (!options) return {};
  const { emits = [], listens = [], flags = {} } = release;
  const defaults = Object.entries(flags).map(([name, { default: isOn = false }]) => [name, isOn] as const);
  return {
    frame: {
      ...{ file: frameName(release, options), emits, listens },
      ...(defaults.length > 0 && { flags: Object.fromEntries(defaults) }),
    },
  };
}

const composeFramed = (environment: Environment, release: SliceRelease): ComposedRelease => ({
  ...composeRelease(release),
  ...frameOf(environment, release),
});

/** Nothing in an environment without sandboxed slices, whatever it allows. */
const sandboxOf = (
  { address, sandbox }: Environment,
  slices: readonly SliceToCompose[],
): Pick<CompositionContent, 'sandbox'> =>
  sandbox && slices.some(({ release }) => release.isolation)
    ? { sandbox: { origin: sandbox.origin, host: new URL(address).origin } }
    : {};

/** @throws `invalid_input` for an address that the policy of a page does not allow */
function healthOf(
  { name, health }: Environment,
  backend: Backend,
  shell: ShellRelease,
): Pick<CompositionContent, 'health'> {
  if (!health) return {};
  if (!health.url.startsWith('/') && new URL(health.url).origin !== backend.url) {
    throw new AppError(
      'invalid_input',
      `${name}: health.url is ${health.url}: it must be a path, or an address on the backend (${backend.url})`,
    );
  }
  return { health: { ...health, routes: shell.routes.map(({ path }) => path) } };
}

/** The composition of `content` as a revision. `createdAt` is ISO-8601, by the store's clock. */
export const asRevision = (
  { schema, environment, ...content }: CompositionContent,
  revision: number,
  createdAt: string,
): Composition => ({ schema, environment, revision, createdAt, ...content });

const composeShell = ({ version }: Pick<ShellRelease, 'version'>) => ({
  version,
  base: releasePath('shell', version),
});

const withoutProps = ({ name, version, order, when }: FilledSlot): FilledSlot => ({
  ...{ name, version },
  ...(order !== undefined && { order }),
  ...(when && { when }),
});

/** The part of a release's description that the shell needs to load it. */
export const composeRelease = (slice: SliceRelease): ComposedRelease => ({
  version: slice.version,
  owner: slice.owner,
  base: releasePath(slice.id, slice.version),
  entry: slice.entry,
  files: Object.fromEntries(Object.entries(slice.files).map(([path, file]) => [path, file.integrity])),
  routes: slice.routes,
  // Only the check compares the props.
  slots: slice.slots.map(withoutProps),
  nav: slice.nav,
  ...(slice.redirects && { redirects: slice.redirects }),
  preload: slice.preload,
});
