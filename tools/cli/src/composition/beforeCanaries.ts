/**
 * Finds the change that a rollback undoes, and its target revision, if there were canaries. A rollback never restarts a
 * canary that has ended. After an abort, it undoes the change before the canary. After a finished canary, it returns to
 * the release from before the canary.
 */
import type { Store } from '../store/store';
import { history, type Revision } from './read';
import { type Canary, type Change, selectionOf } from './selection';

/** App to the version of the canary that the changes gave to everyone. */
const finishedIn = (changes: readonly Change[]): ReadonlyMap<string, string> =>
  new Map(
    changes.flatMap((change) =>
      change.kind === 'canary' &&
      change.from &&
      !change.to &&
      changes.some(
        ({ kind, app, to }) => kind === 'stable' && app === change.app && to === change.from?.version,
      )
        ? [[change.app, change.from.version] as const]
        : [],
    ),
  );

export interface Newest {
  /** The newest revision that changed one of the slices. */
  newest: Revision;
  /** The newest one to undo: not the steps and the abort of a canary that has ended. Undefined when there is no other. */
  undone: Revision | undefined;
}

/** Of the revisions up to `current`, where the canaries `running` run. Without slices, every revision counts. */
export async function newestChange(
  store: Store,
  environment: string,
  current: number,
  running: ReadonlyMap<string, Canary>,
  slices: readonly string[],
): Promise<Newest | undefined> {
  let newest: Revision | undefined;
  for await (const revision of history(store, environment, current)) {
    const { changes, settings } = revision.record;
    const meant = changes.filter(({ app }) => slices.length === 0 || slices.includes(app));
    if (slices.length > 0 && meant.length === 0) continue;
    newest ??= revision;
    const isOver = meant.length > 0 && meant.every(({ kind, app }) => kind === 'canary' && !running.has(app));
    if (!isOver || (slices.length === 0 && settings.length > 0)) return { newest, undone: revision };
  }
  return newest && { newest, undone: undefined };
}

/**
 * The target revision of a rollback of `undone`, or 0. This is its predecessor. If `undone` finished canaries, it is
 * the revision before they started, unless something else of the slices changed in between. Without slices, every
 * change counts.
 */
export async function beforeCanaries(
  store: Store,
  environment: string,
  { record: { changes, previous } }: Revision,
  slices: readonly string[],
): Promise<number> {
  const isMeant = ({ app }: Pick<Change, 'app'>) => slices.length === 0 || slices.includes(app);
  const canaries = finishedIn(changes.filter(isMeant));
  if (canaries.size === 0) return previous;
  for await (const { composition, record } of history(store, environment, previous)) {
    const { revision } = composition;
    const running = selectionOf(composition).canaries;
    const isBefore = [...canaries].every(([app, version]) => running.get(app)?.version !== version);
    const hasOthers =
      record.changes.filter(isMeant).some(({ kind, app }) => kind !== 'canary' || !canaries.has(app)) ||
      (slices.length === 0 && record.settings.length > 0);
    if (isBefore || hasOthers) return revision;
  }
  return previous;
}
