/** Which release of each app an environment runs, and the canaries beside them. A deploy edits this. */
import type { Composition } from '@slipway/contracts';

/** The canary of a slice or the shell. */
export interface Canary {
  version: string;
  /** 1 to 99. */
  percent: number;
}

export interface Selection {
  /** The stable version by app: `shell` or a slice's id. */
  stable: ReadonlyMap<string, string>;
  /** App to its canary. */
  canaries: ReadonlyMap<string, Canary>;
  /** App to the version of a canary that was ended by an order. It stays listed, for no visitor, until the app changes. */
  ended?: ReadonlyMap<string, string>;
}

/** The edits of a deploy. They are data, so that they can be applied again when another deploy finishes first. */
export interface SelectionEdits {
  /** Replaces the current selection before the other edits: `--base`, or a rollback of everything. */
  base?: Selection;
  /** App to its new version; undefined removes the app. */
  stable?: ReadonlyMap<string, string | undefined>;
  /** App to its new canary; undefined ends the canary. */
  canaries?: ReadonlyMap<string, Canary | undefined>;
}

/** One difference between two selections. `from` is null for an addition, `to` for a removal. */
export type Change =
  | { kind: 'stable'; app: string; from: string | null; to: string | null }
  | { kind: 'canary'; app: string; from: Canary | null; to: Canary | null };

/** A release by its name in a store. */
export interface ReleaseRef {
  id: string;
  version: string;
}

type Runs = Pick<Composition, 'shell' | 'slices'>;

const selections = new WeakMap<Runs, Selection>();

/** The selection of a composition, which nothing changes; an environment without one runs nothing. */
export function selectionOf(composition: Runs | undefined): Selection {
  if (!composition) return { stable: new Map(), canaries: new Map() };
  const selection = selections.get(composition) ?? selectionIn(composition);
  selections.set(composition, selection);
  return selection;
}

function selectionIn(composition: Runs): Selection {
  const apps = Object.entries({ shell: composition.shell, ...composition.slices });
  const listed = apps.flatMap(([id, { canary }]) =>
    canary ? [[id, { version: canary.release.version, percent: canary.percent }] as const] : [],
  );
  const ended = listed.filter(([, { percent }]) => percent === 0);
  return {
    stable: new Map(apps.map(([id, { version }]) => [id, version] as const)),
    canaries: new Map(listed.filter(([, { percent }]) => percent > 0)),
    ...(ended.length > 0 && { ended: new Map(ended.map(([id, { version }]) => [id, version])) }),
  };
}

/** Every canary that a composition of the selection lists: those that were ended have a share of 0. */
export const listedCanaries = ({ canaries, ended }: Selection): ReadonlyMap<string, Canary> =>
  new Map([
    ...[...(ended ?? [])].map(([id, version]) => [id, { version, percent: 0 }] as const),
    ...canaries,
  ]);

/** Every release that a composition lists for its visitors. */
export function releasesIn(composition: Runs): ReleaseRef[] {
  const selection = selectionOf(composition);
  return [
    ...[...selection.stable].map(([id, version]) => ({ id, version })),
    ...[...listedCanaries(selection)].map(([id, { version }]) => ({ id, version })),
  ];
}

function withEdits<Value>(
  values: ReadonlyMap<string, Value>,
  edits: ReadonlyMap<string, Value | undefined> | undefined,
): ReadonlyMap<string, Value> {
  const edited = new Map(values);
  for (const [key, value] of edits ?? []) {
    if (value === undefined) edited.delete(key);
    else edited.set(key, value);
  }
  return edited;
}

export function applyEdits(
  current: Selection,
  { base = current, stable, canaries }: SelectionEdits,
): Selection {
  // An ended canary leaves the composition with the next change of its app, which the app's owners approve.
  const ended = [...(base.ended ?? [])].filter(
    ([app]) =>
      !(canaries?.has(app) ?? false) && (stable?.get(app) ?? base.stable.get(app)) === base.stable.get(app),
  );
  return {
    stable: withEdits(base.stable, stable),
    canaries: withEdits(base.canaries, canaries),
    ...(ended.length > 0 && { ended: new Map(ended) }),
  };
}

const isSameCanary = (one: Canary | null, other: Canary | null) =>
  one?.version === other?.version && one?.percent === other?.percent;

/** The differences in the order of the apps' names; a slice's stable release comes before its canary. */
export function changesBetween(before: Selection, after: Selection): Change[] {
  const apps = new Set(
    [before, after].flatMap(({ stable, canaries }) => [...stable.keys(), ...canaries.keys()]),
  );
  return [...apps].sort().flatMap((app) => {
    const stable = { from: before.stable.get(app) ?? null, to: after.stable.get(app) ?? null };
    const canary = { from: before.canaries.get(app) ?? null, to: after.canaries.get(app) ?? null };
    return [
      ...(stable.from === stable.to ? [] : [{ kind: 'stable' as const, app, ...stable }]),
      ...(isSameCanary(canary.from, canary.to) ? [] : [{ kind: 'canary' as const, app, ...canary }]),
    ];
  });
}

/** How a message names what changed: `billing`, or `the canary of billing`. */
export const changeName = ({ kind, app }: Pick<Change, 'kind' | 'app'>) =>
  kind === 'canary' ? `the canary of ${app}` : app;
