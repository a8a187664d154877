/** `slipway status`: a table of apps and environments, with version, age and author, marking what differs between neighbors. */
import { AppError, type Composition } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { age, canaryText, rowName, shortVersion, table } from '../command-line/text';
import { packageStatus } from '../command-line/packages';
import { previewNames } from '../command-line/previewNames';
import { type Column, columnOf, previewsOf } from '../command-line/statusColumns';
import { type Change, selectionOf } from '../composition/selection';
import { rejectFamily } from '../environment/previews';
import type { Workspace } from '../environment/workspace';

/** A row of the table: an app, or the canary of a slice. */
type Row = Pick<Change, 'kind' | 'app'>;

const previewLine = (workspace: Workspace, { environment, revision, unverified }: Column) =>
  `  ${environment}  ${revision ? age(revision.composition.createdAt) : '·'}  ${workspace.environment(environment).address}${unverified === undefined ? '' : '  not verified'}`;

/** The rows of a composition: its apps in order, each followed by its canary. */
function rowsOf(composition: Composition | undefined): Row[] {
  const { stable, canaries } = selectionOf(composition);
  return [...stable.keys()]
    .sort()
    .flatMap((app): Row[] => [
      { kind: 'stable', app },
      ...(canaries.has(app) ? [{ kind: 'canary' as const, app }] : []),
    ]);
}

function versionIn({ revision }: Column, { kind, app }: Row) {
  const { stable, canaries } = selectionOf(revision?.composition);
  const version = kind === 'stable' ? stable.get(app) : canaries.get(app)?.version;
  if (!revision || version === undefined) return undefined;
  const percent = kind === 'canary' ? canaries.get(app)?.percent : undefined;
  const since = revision.record.since[kind === 'stable' ? 'stable' : 'canaries'][app];
  return { version, percent, since };
}

/** Canaries are not compared: each belongs to one environment. Nor is anything with an environment that cannot be read. */
const isDrift = (row: Row, column: Column, left: Column | undefined) =>
  row.kind === 'stable' &&
  left !== undefined &&
  left.failure === undefined &&
  versionIn(column, row)?.version !== versionIn(left, row)?.version;

function cell(column: Column, row: Row, left: Column | undefined): string {
  const found = versionIn(column, row);
  if (!found) return '·';
  const { version, percent, since } = found;
  const shown = percent === undefined ? shortVersion(version) : canaryText({ version, percent });
  return `${shown}${since ? ` ${age(since.at)} ${since.author}` : ''}${isDrift(row, column, left) ? ' ≠' : ''}`;
}

const revisionCell = ({ revision, unverified }: Column) =>
  `${String(revision?.composition.revision ?? '·')}${unverified === undefined ? '' : ' not verified'}`;

const unverifiedLines = ({ environment, unverified }: Column) =>
  unverified === undefined ? [] : ['', `${environment} is not verified: ${unverified}`];

const breakGlassLines = ({ environment, breakGlass }: Column) =>
  breakGlass.flatMap(({ revision, author, reason }) => [
    '',
    `break-glass in ${environment}: revision ${String(revision)} of ${author} (${reason}). Acknowledge it: slipway approve ${environment} --revision ${String(revision)}`,
  ]);

/** One environment for `--json`. `left` is undefined for the first one and for previews. */
const dataOf = (column: Column, left: Column | undefined) => ({
  environment: column.environment,
  error: column.failure ?? null,
  unverified: column.unverified ?? null,
  revision: column.revision?.composition.revision ?? null,
  /** The revision of its settings. */
  settings: column.revision?.composition.settings ?? null,
  notice: column.notice ?? null,
  breakGlass: column.breakGlass,
  parts: rowsOf(column.revision?.composition).flatMap((row) => {
    const found = versionIn(column, row);
    if (!found) return [];
    const { version, percent, since } = found;
    const slice = column.revision?.composition.slices[row.app];
    return [
      {
        ...row,
        version,
        ...(percent !== undefined && { percent }),
        ...since,
        isDrift: isDrift(row, column, left),
        /** The release that a browser falls back to. */
        fallback: row.kind === 'stable' ? (slice?.fallback?.version ?? null) : null,
      },
    ];
  }),
});

export default slipwayCommand({
  meta: { name: 'slipway status', description: 'Show what every environment runs' },
  args: {
    env: { type: 'string', valueHint: 'name', description: 'Only this environment; all by default' },
    package: {
      type: 'string',
      valueHint: 'name',
      description: 'Show which releases have this npm package, in which version',
    },
  },
  examples: [
    'slipway status',
    'slipway status --env local --json',
    'slipway status --package react-router-dom',
  ],
  async run({ env, package: packageName }, terminal) {
    const workspace = terminal.workspace();
    const names = env === undefined ? workspace.names() : [workspace.named(env)];
    if (env !== undefined) rejectFamily(workspace.environment(env));
    if (packageName !== undefined) {
      const previews = env === undefined ? await previewNames(workspace) : [];
      return packageStatus(workspace, [...names, ...previews], packageName);
    }
    const previews = env === undefined ? await previewsOf(workspace) : [];
    const columns = await Promise.all(names.map((environment) => columnOf(workspace, environment)));
    const failed = [...columns, ...previews].filter(({ failure }) => failure !== undefined);
    const hasDamage = [...columns, ...previews].some(({ isDamaged }) => isDamaged);
    if (env !== undefined && failed[0]) throw new AppError('unavailable', failed[0].failure ?? '');
    const byName = new Map(
      columns
        .flatMap(({ revision }) => rowsOf(revision?.composition))
        .map((row) => [`${row.app}/${row.kind}`, row]),
    );
    const rows = [...byName.values()].sort((one, other) =>
      one.app === other.app ? (one.kind === 'stable' ? -1 : 1) : one.app < other.app ? -1 : 1,
    );
    const cells = [
      ['', ...columns.map(({ environment }) => environment)],
      ['revision', ...columns.map(revisionCell)],
      ...rows.map((row) => [
        rowName(row),
        ...columns.map((column, index) => cell(column, row, columns[index - 1])),
      ]),
    ];
    const hasDrift = cells.flat().some((text) => text.endsWith('≠'));
    return {
      text: [
        table(cells),
        ...(hasDrift ? ['', '≠ differs from the environment to its left'] : []),
        ...(previews.length > 0 ? ['', 'previews'] : []),
        ...previews.map((preview) => previewLine(workspace, preview)),
        ...[...columns, ...previews].flatMap(unverifiedLines),
        ...columns.flatMap(breakGlassLines),
        ...columns.flatMap(({ notice }) => (notice ? ['', notice] : [])),
        ...failed.map(({ environment, failure }) => `\n${environment} could not be read: ${failure ?? ''}`),
      ].join('\n'),
      data: [
        ...columns.map((column, index) => dataOf(column, columns[index - 1])),
        ...previews.map((preview) => dataOf(preview, undefined)),
      ],
      ...(hasDamage && { failure: 'slice_untrusted' as const }),
      ...(failed.length > 0 && { failure: 'unavailable' as const }),
    };
  },
});
