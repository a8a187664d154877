/** `slipway diff <env>[@revision] <env>[@revision]`: shows the differences between two environments or revisions. */
import { AppError, type Composition } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { changeValues, rowName, table } from '../command-line/text';
import { currentComposition, readComposition } from '../composition/read';
import { settingsBetween } from '../composition/record';
import { changesBetween, selectionOf } from '../composition/selection';
import type { Workspace } from '../environment/workspace';

/** @throws `not_found`, `invalid_input` */
async function compositionOf(workspace: Workspace, argument: string): Promise<Composition> {
  const [name = '', revision] = argument.split('@');
  const environment = workspace.environment(name);
  const store = await workspace.store(environment);
  if (revision !== undefined) {
    if (!/^[1-9]\d*$/.test(revision)) {
      throw new AppError('invalid_input', `${argument}: a revision is a whole number, such as ${name}@12`);
    }
    return readComposition(store, environment.name, Number(revision));
  }
  const composition = await currentComposition(store, environment.name);
  if (composition) return composition;
  throw new AppError('not_found', `${name} runs nothing yet`);
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
    const workspace = terminal.workspace();
    const [before, after] = await Promise.all([
      compositionOf(workspace, one),
      compositionOf(workspace, other),
    ]);
    const changes = changesBetween(selectionOf(before), selectionOf(after));
    const settings = settingsBetween(before, after);
    const rows = [
      ['', one, other],
      ...changes.map((change) => [rowName(change), ...changeValues(change)]),
      ...settings.map((field) => [field, 'differs', '']),
    ];
    return {
      text: rows.length === 1 ? `${one} and ${other} are the same` : table(rows),
      data: { changes, settings },
    };
  },
});
