/** `slipway diff <env>[@revision] <env>[@revision]`: shows the differences between two environments or revisions. */
import { AppError, type Composition } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { openTarget, runningComposition } from '../command-line/target';
import { changeValues, rowName, table } from '../command-line/text';
import { readComposition } from '../composition/read';
import { settingsBetween } from '../composition/record';
import { changesBetween, selectionOf } from '../composition/selection';
import { compositionSettings, type StoredSettings } from '../composition/settings';
import { changedFields, type SettingsChange, settingsChanges } from '../environment/settings';
import type { Workspace } from '../environment/workspace';
import { allEnded } from '../store/parallel';
import { readOnce } from '../store/readOnce';
import { readAuthors } from '../trust/reading';

interface Compared {
  composition: Composition;
  settings: StoredSettings | undefined;
  /** Why the revision is not verified. It is compared anyway. */
  unverified: string | undefined;
  /** Whether it is damaged, as opposed to a missing root on this machine. */
  isDamaged: boolean;
}

interface Place {
  name: string;
  /** Undefined for what runs now. */
  revision: number | undefined;
}

/** @throws `invalid_input` */
function placeOf(argument: string): Place {
  const [name = '', ...rest] = argument.split('@');
  if (rest.length === 0) return { name, revision: undefined };
  if (!/^[1-9]\d*$/.test(rest.join('@'))) {
    throw new AppError('invalid_input', `${argument}: a revision is a whole number, such as ${name}@12`);
  }
  return { name, revision: Number(rest[0]) };
}

/** @throws `not_found`, `invalid_input` */
async function comparedOf(workspace: Workspace, { name, revision }: Place): Promise<Compared> {
  const opened = await openTarget(workspace, name);
  const target = { ...opened, store: readOnce(opened.store) };
  const { environment, store } = target;
  const composition =
    revision === undefined
      ? await runningComposition(target)
      : await readComposition(store, environment.name, revision);
  const authors = await readAuthors({ options: workspace.trust, store, environment });
  const [settings, own, current] = await allEnded([
    compositionSettings(store, composition),
    authors.failureOf(composition.revision),
    revision === undefined ? authors.failure() : undefined,
  ]);
  const unverified = own ?? current;
  return { composition, settings, unverified, isDamaged: unverified !== undefined && authors.canVerify };
}

const isSameEnvironment = (before: Compared, after: Compared) =>
  before.composition.environment === after.composition.environment;

/** The values of settings that differ. Rules such as `policy` are compared only within one environment. */
const valuesBetween = (before: Compared, after: Compared): SettingsChange[] =>
  isSameEnvironment(before, after) && before.settings && after.settings
    ? settingsChanges(before.settings.settings, after.settings.settings)
    : [];

/** Names of settings that differ. */
function differingSettings(before: Compared, after: Compared): string[] {
  const isSame = isSameEnvironment(before, after);
  const fields = changedFields(valuesBetween(before, after));
  const composed = settingsBetween(before.composition, after.composition);
  // Two environments never have the same address.
  return [...new Set([...fields, ...composed.filter((field) => isSame || field !== 'address')])];
}

export default slipwayCommand({
  meta: { name: 'slipway diff', description: 'Show the differences between two environments or revisions' },
  args: {
    one: {
      type: 'positional',
      required: true,
      description: 'An environment, or one of its revisions, such as local@12',
    },
    other: { type: 'positional', required: true, description: 'The environment or revision to compare with' },
  },
  examples: ['slipway diff local@12 local', 'slipway diff staging production'],
  async run({ one, other }, terminal) {
    const places = [placeOf(one), placeOf(other)] as const;
    const workspace = terminal.workspace();
    const [before, after] = await allEnded([
      comparedOf(workspace, places[0]),
      comparedOf(workspace, places[1]),
    ]);
    const changes = changesBetween(selectionOf(before.composition), selectionOf(after.composition));
    const settings = differingSettings(before, after);
    const rows = [
      ['', one, other],
      ...changes.map((change) => [rowName(change), ...changeValues(change)]),
      ...settings.map((field) => [field, 'differs', '']),
    ];
    const unverified = [
      { name: one, reason: before.unverified },
      { name: other, reason: after.unverified },
    ].flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }]));
    return {
      text: [
        rows.length === 1 ? `${one} and ${other} are the same` : table(rows),
        ...unverified.map(({ name, reason }) => `\n${name} is not verified: ${reason}`),
      ].join('\n'),
      data: { changes, settings, settingsChanges: valuesBetween(before, after), unverified },
      ...((before.isDamaged || after.isDamaged) && { failure: 'slice_untrusted' as const }),
    };
  },
});
