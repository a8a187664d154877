/** `slipway diff <env>[@revision] <env>[@revision]`: what differs between what two environments, or revisions, run. */
import { AppError, type Composition } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { short, table } from '../command-line/text';
import { currentComposition, readComposition } from '../composition/read';
import { changesBetween, settingsBetween } from '../composition/record';
import type { Workspace } from '../environment/workspace';

/** @throws `not_found`, `invalid_input` */
async function compositionOf(workspace: Workspace, word: string): Promise<Composition> {
  const [name = '', revision] = word.split('@');
  const environment = workspace.environment(name);
  const store = await workspace.store(environment);
  if (revision !== undefined) {
    if (!/^[1-9]\d*$/.test(revision))
      throw new AppError('invalid_input', `${word}: ${revision} is no revision`);
    return readComposition(store, environment.name, Number(revision));
  }
  const composition = await currentComposition(store, environment.name);
  if (composition) return composition;
  throw new AppError('not_found', `${name} runs nothing yet`);
}

export default slipwayCommand({
  meta: { name: 'slipway diff', description: 'What differs between two environments or revisions' },
  args: {
    one: {
      type: 'positional',
      required: true,
      description: 'An environment, or a revision of one, such as staging@12',
    },
    other: { type: 'positional', required: true, description: 'Another' },
  },
  examples: ['slipway diff staging production', 'slipway diff production@41 production'],
  async run({ one, other }, terminal) {
    const workspace = terminal.workspace();
    const [before, after] = await Promise.all([
      compositionOf(workspace, one),
      compositionOf(workspace, other),
    ]);
    const changes = changesBetween(before, after);
    const settings = settingsBetween(before, after);
    const rows = [
      ['', one, other],
      ...changes.map(({ part, from, to }) => [part, short(from), short(to)]),
      ...settings.map((field) => [field, 'differs', '']),
    ];
    return {
      text: rows.length === 1 ? `${one} and ${other} run the same` : table(rows),
      data: { changes, settings },
    };
  },
});
