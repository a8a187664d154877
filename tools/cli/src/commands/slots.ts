/** `slipway slots --env`: who offers each slot in an environment, and who fills it. */
import { type FilledSlot, slotVersions } from '@slipway/contracts';
import { offersOf } from '../checks/slots';
import { environmentArg, slipwayCommand } from '../command-line/command';
import { openTarget, runningComposition } from '../command-line/target';
import { table } from '../command-line/text';
import { releasesIn } from '../composition/selection';
import { publishedRelease } from '../release/candidate';

interface Row {
  slot: string;
  version: number;
  /** Empty when no page shows it. */
  offeredBy: string[];
  filledBy: { slice: string; version: number; order: number; condition: string }[];
}

const conditionText = ({ when = {} }: FilledSlot): string =>
  [
    when.access,
    ...(when.flag === undefined ? [] : [`flag ${when.flag}`]),
    ...(when.environments ? [`in ${when.environments.join(', ')}`] : []),
  ]
    .filter((part) => part !== undefined)
    .join(', ');

const lineOf = ({ slot, version, offeredBy, filledBy }: Row): string[] => [
  slot,
  String(version),
  offeredBy.join(', ') || 'no slice',
  filledBy.map(({ slice, condition }) => (condition === '' ? slice : `${slice} (${condition})`)).join(', ') ||
    'no slice',
];

export default slipwayCommand({
  meta: { name: 'slipway slots', description: 'Show who offers slots, and who fills them' },
  args: environmentArg,
  examples: ['slipway slots --env local', 'slipway slots --env staging --json'],
  async run({ env }, terminal) {
    const target = await openTarget(terminal.workspace(), env);
    const composition = await runningComposition(target);
    const stable = releasesIn({ ...composition, slices: withoutCanaries(composition.slices) });
    const releases = (
      await Promise.all(stable.map(({ id, version }) => publishedRelease(target.store, id, version)))
    ).map(({ release }) => release);

    const rows = new Map<string, Row>();
    const rowOf = (slot: string, version: number): Row => {
      const row = rows.get(slot) ?? { slot, version, offeredBy: [], filledBy: [] };
      rows.set(slot, row);
      return row;
    };
    for (const [name, version] of Object.entries(slotVersions)) rowOf(name, version);
    for (const { owner, offer } of offersOf(releases)) rowOf(offer.name, offer.version).offeredBy.push(owner);
    for (const release of releases) {
      for (const { name, version } of release.routes.flatMap(({ shows }) => shows ?? [])) {
        const { offeredBy } = rowOf(name, version);
        if (!offeredBy.includes(release.id)) offeredBy.push(release.id);
      }
      for (const filling of release.kind === 'slice' ? release.slots : []) {
        const { name, version, order = 0 } = filling;
        rowOf(name, version).filledBy.push({
          ...{ slice: release.id, version, order },
          condition: conditionText(filling),
        });
      }
    }
    const sorted = [...rows.values()].sort((a, b) => (a.slot < b.slot ? -1 : 1));
    for (const { filledBy } of sorted) {
      filledBy.sort((a, b) => a.order - b.order || (a.slice < b.slice ? -1 : 1));
    }
    return {
      text: table([['slot', 'version', 'offered by', 'filled by'], ...sorted.map(lineOf)]),
      data: { environment: env, slots: sorted },
    };
  },
});

const withoutCanaries = <Slice extends { canary?: unknown }>(slices: Record<string, Slice>) =>
  Object.fromEntries(Object.entries(slices).map(([id, slice]) => [id, { ...slice, canary: undefined }]));
