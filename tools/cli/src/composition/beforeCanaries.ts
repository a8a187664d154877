/** Where a rollback of a finished canary goes: to the release from before the canary, not to the canary's last step. */
import type { Store } from '../store/store';
import { history, type Revision } from './read';
import { type Change, selectionOf } from './selection';

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

export interface BeforeCanaries {
  /** The revision to run again, or 0. */
  previous: number;
  /** Apps that still have their finished canary there, because something else changed in between: it must not return. */
  finished: readonly string[];
}

/**
 * The revision that a rollback of `undone` goes to: its predecessor. When `undone` gave canaries to everyone, the revision
 * before they began, as long as nothing else of the slices changed in between. Without slices, everything counts.
 */
export async function beforeCanaries(
  store: Store,
  environment: string,
  { record: { changes, previous } }: Revision,
  slices: readonly string[],
): Promise<BeforeCanaries> {
  const isMeant = ({ app }: Pick<Change, 'app'>) => slices.length === 0 || slices.includes(app);
  const canaries = finishedIn(changes.filter(isMeant));
  if (canaries.size === 0) return { previous, finished: [] };
  for await (const { composition, record } of history(store, environment, previous)) {
    const { revision } = composition;
    const running = selectionOf(composition).canaries;
    const finished = [...canaries].flatMap(([app, version]) =>
      running.get(app)?.version === version ? [app] : [],
    );
    const hasOthers =
      record.changes.filter(isMeant).some(({ kind, app }) => kind !== 'canary' || !canaries.has(app)) ||
      (slices.length === 0 && record.settings.length > 0);
    if (finished.length === 0 || hasOthers) return { previous: revision, finished };
  }
  return { previous, finished: [...canaries.keys()] };
}
