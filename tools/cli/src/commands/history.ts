/** `slipway history --env`: lists an environment's revisions, newest first: who changed what, when, and why. */
import { AppError } from '@slipway/contracts';
import { environmentArg, slipwayCommand } from '../command-line/command';
import { changeLines } from '../command-line/text';
import { history } from '../composition/read';
import { readAuthors } from '../trust/reading';

export default slipwayCommand({
  meta: { name: 'slipway history', description: 'List revisions: who changed what, when, and why' },
  args: {
    ...environmentArg,
    limit: { type: 'string', default: '20', valueHint: 'n', description: 'How many revisions to list' },
  },
  examples: ['slipway history --env local', 'slipway history --env production --limit 100 --json'],
  async run({ env, limit }, terminal) {
    const maximum = Number(limit);
    if (!Number.isInteger(maximum) || maximum < 1) {
      throw new AppError('invalid_input', `--limit ${limit} must be a whole number above 0`);
    }
    const workspace = terminal.workspace();
    const environment = workspace.environment(env);
    const lines = [];
    const store = await workspace.store(environment);
    const authors = await readAuthors({ options: workspace.trust, store, environment });
    for await (const { composition, record } of history(store, environment.name)) {
      const { revision, createdAt: at } = composition;
      const author = await authors.of(revision);
      // The name that the deployer's machine gave. It proves nothing.
      const note = record.author === author ? {} : { note: record.author };
      lines.push({ revision, at, ...record, author, ...note });
      if (lines.length === maximum) break;
    }
    return {
      text:
        lines.length === 0
          ? `${env} runs nothing yet`
          : lines
              .map(({ revision, at, author, reason, changes, settings }) =>
                [
                  `${String(revision)}  ${at}  ${author}  ${reason}`,
                  ...[...changeLines(changes), ...settings].map((line) => `    ${line}`),
                ].join('\n'),
              )
              .join('\n'),
      data: lines,
    };
  },
});
