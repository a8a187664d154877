/** `slipway events --env`: who emits each event in an environment, who listens to it, and who owns and invalidates shared caches. */
import { environmentArg, slipwayCommand } from '../command-line/command';
import { openTarget, runningComposition } from '../command-line/target';
import { table } from '../command-line/text';
import { releasesIn } from '../composition/selection';
import { publishedRelease } from '../release/candidate';

interface Row {
  kind: 'event' | 'cache';
  /** `recipes.cooked@1`, or the first part of a query key. */
  name: string;
  /** The slice that emits the event, or owns the cache; null when none that runs does. */
  owner: string | null;
  /** The slices that listen to the event, or invalidate the cache. */
  others: string[];
}

export default slipwayCommand({
  meta: { name: 'slipway events', description: 'Show which slices share events and caches' },
  args: environmentArg,
  examples: ['slipway events --env local', 'slipway events --env staging --json'],
  async run({ env }, terminal) {
    const target = await openTarget(terminal.workspace(), env);
    const composition = await runningComposition(target);
    const stable = releasesIn(composition).filter(
      ({ id, version }) => composition.slices[id]?.version === version,
    );
    const published = await Promise.all(
      stable.map(({ id, version }) => publishedRelease(target.store, id, version)),
    );

    const rows = new Map<string, Row>();
    const rowOf = (kind: Row['kind'], name: string): Row => {
      const row = rows.get(`${kind} ${name}`) ?? { kind, name, owner: null, others: [] };
      rows.set(`${kind} ${name}`, row);
      return row;
    };
    for (const { release } of published) {
      if (release.kind !== 'slice') continue;
      const { id, emits = [], listens = [], caches = [], invalidates = [] } = release;
      const keyOf = ({ name, version }: { name: string; version: number }) => `${name}@${String(version)}`;
      for (const event of emits) rowOf('event', keyOf(event)).owner = id;
      for (const event of listens) rowOf('event', keyOf(event)).others.push(id);
      for (const cache of caches) rowOf('cache', cache).owner = id;
      for (const cache of invalidates) rowOf('cache', cache).others.push(id);
    }
    const sorted = [...rows.values()].sort((a, b) =>
      `${a.kind} ${a.name}`.localeCompare(`${b.kind} ${b.name}`),
    );
    const lines = sorted.map(({ kind, name, owner, others }) => [
      ...[kind, name, owner ?? 'no slice'],
      others.join(', ') || 'no slice',
    ]);
    return {
      text:
        lines.length === 0
          ? `No slice of ${env} declares an event or a cache`
          : table([['kind', 'name', 'emitted or owned by', 'used by'], ...lines]),
      data: { environment: env, rows: sorted },
    };
  },
});
