/** `slipway status`: slices down, environments across, each with its version, age, author, and what differs from the one before. */
import { AppError, isAppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { age, short, table } from '../command-line/text';
import { isCanaryPart } from '../composition/canary';
import { current, type Revision } from '../composition/read';
import { partsOf } from '../composition/record';
import { previewsIn, refuseFamily } from '../environment/previews';
import type { Workspace } from '../environment/workspace';

interface Column {
  environment: string;
  revision: Revision | undefined;
  /** Why it could not be read; the others are shown all the same. */
  problem: string | undefined;
}

async function columnOf(workspace: Workspace, word: string): Promise<Column> {
  try {
    const environment = workspace.environment(word);
    const store = await workspace.store(environment);
    return { environment: word, revision: await current(store, environment.name), problem: undefined };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { environment: word, revision: undefined, problem: error.message };
  }
}

/** Too many for columns of the table: a line each, newest first, by the names that `--env` takes. */
async function previewsOf(workspace: Workspace): Promise<Column[]> {
  const words = await Promise.all(
    workspace.families().map(async (family) => {
      const stored = await (await workspace.store(family)).list('environments');
      return previewsIn(family, stored).map((id) => `${family.name}/${id}`);
    }),
  );
  const columns = await Promise.all(words.flat().map((word) => columnOf(workspace, word)));
  const at = ({ revision }: Column) => revision?.composition.createdAt ?? '';
  return columns.sort((one, other) => (at(one) < at(other) ? 1 : -1));
}

const previewLine = (workspace: Workspace, { environment, revision }: Column) =>
  `  ${environment}  ${revision ? age(revision.composition.createdAt) : '·'}  ${workspace.environment(environment).address}`;

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
    const names = env === undefined ? workspace.names() : [env];
    if (env !== undefined) refuseFamily(workspace.environment(env));
    const previews = env === undefined ? await previewsOf(workspace) : [];
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
        ...(previews.length > 0 ? ['', 'previews'] : []),
        ...previews.map((preview) => previewLine(workspace, preview)),
        ...problems.map(({ environment, problem }) => `\n${environment} could not be read: ${problem ?? ''}`),
      ].join('\n'),
      data: [...columns, ...previews].map(({ environment, revision, problem }, index) => ({
        environment,
        problem: problem ?? null,
        revision: revision?.composition.revision ?? null,
        parts: [...partsOf(revision?.composition).keys()].sort().flatMap((part) => {
          const version = partsOf(revision?.composition).get(part);
          const other = partsOf(columns[index - 1]?.revision?.composition).get(part);
          const since = revision?.record.since[part];
          return version
            ? [
                {
                  part,
                  version,
                  ...since,
                  isDrift: index > 0 && index < columns.length && isDrift(part, version, other),
                  /** What a browser falls back to that cannot load it. */
                  fallback: revision?.composition.slices[part]?.fallback?.version ?? null,
                },
              ]
            : [];
        }),
      })),
    };
  },
});
