/** `slipway status`: slices down, environments across, each with its version, age, author, and what differs from the one before. */
import { AppError, isAppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { age, short, table } from '../command-line/text';
import { isCanaryPart } from '../composition/canary';
import { current, type Revision } from '../composition/read';
import { partsOf } from '../composition/record';
import type { Workspace } from '../environment/workspace';

interface Column {
  environment: string;
  revision: Revision | undefined;
  /** Why it could not be read; the others are shown all the same. */
  problem: string | undefined;
}

async function columnOf(workspace: Workspace, environment: string): Promise<Column> {
  try {
    const store = await workspace.store(workspace.environment(environment));
    return { environment, revision: await current(store, environment), problem: undefined };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { environment, revision: undefined, problem: error.message };
  }
}

/** A canary is one environment's own business. */
const isDrift = (part: string, version: string, other: string | undefined) =>
  !isCanaryPart(part) && other !== version;

const cell = ({ revision }: Column, part: string, before: Column | undefined): string => {
  const version = partsOf(revision?.composition).get(part);
  if (!revision || !version) return '·';
  const since = revision.record.since[part];
  const said = since ? ` ${age(since.at)} ${since.author}` : '';
  const other = partsOf(before?.revision?.composition).get(part);
  return `${short(version)}${said}${before && isDrift(part, version, other) ? ' ≠' : ''}`;
};

export default slipwayCommand({
  meta: { name: 'slipway status', description: 'What every environment runs' },
  args: {
    env: { type: 'string', valueHint: 'name', description: 'One environment only' },
  },
  examples: ['slipway status', 'slipway status --env production --json'],
  async run({ env }, terminal) {
    const workspace = terminal.workspace();
    const names = env === undefined ? workspace.names() : [workspace.environment(env).name];
    const columns = await Promise.all(names.map((environment) => columnOf(workspace, environment)));
    const problems = columns.filter(({ problem }) => problem !== undefined);
    if (env !== undefined && problems[0]) throw new AppError('unavailable', problems[0].problem ?? '');
    const parts = [
      ...new Set(columns.flatMap(({ revision }) => [...partsOf(revision?.composition).keys()])),
    ].sort();
    const rows = [
      ['', ...columns.map(({ environment }) => environment)],
      ['revision', ...columns.map(({ revision }) => String(revision?.composition.revision ?? '·'))],
      ...parts.map((part) => [
        part,
        ...columns.map((column, index) => cell(column, part, columns[index - 1])),
      ]),
    ];
    const hasDrift = rows.some((row) => row.some((text) => text.endsWith('≠')));
    return {
      text: [
        table(rows),
        ...(hasDrift ? ['', '≠ differs from the environment to its left'] : []),
        ...problems.map(({ environment, problem }) => `\n${environment} could not be read: ${problem ?? ''}`),
      ].join('\n'),
      data: columns.map(({ environment, revision, problem }, index) => ({
        environment,
        problem: problem ?? null,
        revision: revision?.composition.revision ?? null,
        parts: parts.flatMap((part) => {
          const version = partsOf(revision?.composition).get(part);
          const other = partsOf(columns[index - 1]?.revision?.composition).get(part);
          const since = revision?.record.since[part];
          return version
            ? [{ part, version, ...since, isDrift: index > 0 && isDrift(part, version, other) }]
            : [];
        }),
      })),
    };
  },
});
