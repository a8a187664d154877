/**
 * Which releases and routes an environment runs. Reports about anything else are dropped, so that an attacker cannot
 * fill the tables with invented names.
 * Source: the compositions of the environment, the current one and those that this process saw before.
 */
import type { ComposedRelease, Composition, HealthBeacon, HealthEvent } from '@slipway/contracts';

/** Compositions of one environment that are remembered: pages of older ones stay open. */
const MOST_COMPOSITIONS = 50;
/** Environments, including names that do not exist. */
const MOST_ENVIRONMENTS = 1_000;
/** Milliseconds between two reads of the current composition. */
const REFRESH = 10_000;
/** Milliseconds. Short, because the first reports of a new revision matter most. */
const REFRESH_FOR_NEW = 1_000;

/** The version of releases from developers' machines, which are in no composition. */
export const OVERRIDE_VERSION = '0'.repeat(16);

/** @returns undefined for an environment that this collector does not serve. @throws when it cannot be read */
export type ReadComposition = (environment: string) => Promise<Composition | undefined>;

interface Known {
  /** `<slice> <version> <group>` to the files of the release; undefined when they are not known. */
  releases: Map<string, ReadonlySet<string> | undefined>;
  routes: Set<string>;
  /** `<slice>.<flag>` of those that the environment sets. */
  flags: Set<string>;
}

function knownOf({ shell, slices, health, flags: rules = {} }: Composition): Known {
  const releases: Known['releases'] = new Map([[`shell ${shell.version} stable`, undefined]]);
  const newer = shell.canary?.release.version;
  if (newer !== undefined) releases.set(`shell ${newer} canary`, undefined);
  const routes = new Set(['*', ...(health?.routes ?? [])]);
  const add = (slice: string, group: string, { version, files, routes: own }: ComposedRelease) => {
    releases.set(`${slice} ${version} ${group}`, new Set(Object.keys(files)));
    for (const { path } of own) routes.add(path);
  };
  for (const [id, slice] of Object.entries(slices)) {
    add(id, 'stable', slice);
    if (slice.canary) add(id, 'canary', slice.canary.release);
    if (slice.fallback) releases.set(`${id} ${slice.fallback.version} stable`, undefined);
  }
  const flags = Object.entries(rules).flatMap(([slice, own]) =>
    Object.keys(own).map((flag) => `${slice}.${flag}`),
  );
  return { releases, routes, flags: new Set(flags) };
}

const fileOf = (frame: string) => frame.replace(/:\d+:\d+$/, '');

/** Without those that no environment sets. */
const knownFlags = (flags: Record<string, boolean>, known: readonly Known[]) =>
  Object.fromEntries(Object.entries(flags).filter(([flag]) => known.some((one) => one.flags.has(flag))));

/** The event, without a frame or flags that are unknown; undefined when its release or route is unknown. */
function accepted(
  { flags, ...given }: HealthEvent,
  known: readonly Known[],
  allowsOverrides: boolean,
): HealthEvent | undefined {
  const event: HealthEvent = { ...given, ...(flags && { flags: knownFlags(flags, known) }) };
  if (!known.some(({ routes }) => routes.has(event.route))) return undefined;
  if (event.group === 'override') {
    return allowsOverrides ? { ...event, version: OVERRIDE_VERSION, frame: undefined } : undefined;
  }
  const key = `${event.slice} ${event.version} ${event.group}`;
  const found = known.find(({ releases }) => releases.has(key));
  if (!found) return undefined;
  const files = found.releases.get(key);
  const isListed = event.frame === undefined || !files || files.has(fileOf(event.frame));
  return isListed ? event : { ...event, frame: undefined, fingerprint: undefined };
}

export interface KnownReleases {
  /** The beacon with only the events about known releases and routes. */
  filter(beacon: HealthBeacon): Promise<HealthBeacon>;
}

export function createKnownReleases(read: ReadComposition, now: () => number = Date.now): KnownReleases {
  interface Environment {
    /** By revision, newest last. */
    known: Map<number, Known>;
    allowsOverrides: boolean;
    readAt: number;
    reading: Promise<void> | undefined;
  }
  const environments = new Map<string, Environment>();

  const refresh = async (name: string, environment: Environment) => {
    environment.readAt = now();
    const composition = await read(name).catch(() => undefined);
    if (!composition) return;
    environment.allowsOverrides = composition.allowOverrides || composition.overrides !== undefined;
    environment.known.set(composition.revision, knownOf(composition));
    for (const revision of environment.known.keys()) {
      if (environment.known.size <= MOST_COMPOSITIONS) break;
      environment.known.delete(revision);
    }
  };

  /** Invented names must not displace an environment whose first report arrives later. */
  const forgetUnknown = () => {
    for (const [name, { known, reading }] of environments)
      if (known.size === 0 && !reading) environments.delete(name);
  };

  return {
    async filter(beacon) {
      const { environment: name, events } = beacon;
      let environment = environments.get(name);
      if (!environment) {
        if (environments.size >= MOST_ENVIRONMENTS) forgetUnknown();
        if (environments.size >= MOST_ENVIRONMENTS) return { ...beacon, events: [] };
        environment = { known: new Map(), allowsOverrides: false, readAt: -Infinity, reading: undefined };
        environments.set(name, environment);
      }
      const current = environment;
      const isNew = !current.known.has(beacon.revision);
      if (now() - current.readAt >= (isNew ? REFRESH_FOR_NEW : REFRESH)) {
        current.reading = refresh(name, current).finally(() => {
          current.reading = undefined;
        });
      }
      await current.reading;
      const known = [...current.known.values()].reverse();
      return {
        ...beacon,
        events: events.flatMap((event) => accepted(event, known, current.allowsOverrides) ?? []),
      };
    },
  };
}
