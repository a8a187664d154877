/** `slipway status`: a table of apps and environments, with version, age and author, marking what differs between neighbors. */
import { AppError, type Composition, isAppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { age, canaryText, rowName, shortVersion, table } from '../command-line/text';
import { packageStatus } from '../command-line/packages';
import { previewNames } from '../command-line/previewNames';
import { withAuthors } from '../command-line/statusAuthors';
import { environmentFile } from '../command-line/target';
import { readCurrent, type Revision } from '../composition/read';
import { type Change, selectionOf } from '../composition/selection';
import { compositionSettings, settingsNotice } from '../composition/settings';
import { rejectFamily } from '../environment/previews';
import type { Workspace } from '../environment/workspace';
import type { BreakGlass } from '../policy/breakGlass';
import { readAuthors } from '../trust/reading';

interface Column {
  environment: string;
  revision: Revision | undefined;
  /** A sentence for a file that differs from the current settings. */
  notice: string | undefined;
  /** Changes that bypassed the policy, and that have no approval since. */
  breakGlass: readonly BreakGlass[];
  /** Why it could not be read. The other environments are still shown. */
  failure: string | undefined;
}

/** A row of the table: an app, or the canary of a slice. */
type Row = Pick<Change, 'kind' | 'app'>;

async function columnOf(workspace: Workspace, name: string): Promise<Column> {
  try {
    const environment = workspace.environment(name);
    const store = await workspace.store(environment);
    const revision = await readCurrent(store, environment.name);
    const authors = revision && (await readAuthors({ options: workspace.trust, store, environment }));
    const shown = revision && (await withAuthors(revision, authors));
    const file = { path: environmentFile({ workspace, named: name }), environment };
    const notice = settingsNotice(name, file, await compositionSettings(store, revision?.composition));
    const breakGlass = (await authors?.breakGlass()) ?? [];
    return { environment: name, revision: shown, notice, breakGlass, failure: undefined };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return unread(name, error.message);
  }
}

const unread = (environment: string, failure: string): Column => ({
  ...{ environment, failure, revision: undefined, notice: undefined, breakGlass: [] },
});

/** Previews are too many for columns: they get a line each, newest first. */
async function previewsOf(workspace: Workspace): Promise<Column[]> {
  const failed: Column[] = [];
  const names = await previewNames(workspace, ({ name }, failure) => {
    failed.push(unread(name, failure));
  });
  const columns = [...(await Promise.all(names.map((name) => columnOf(workspace, name)))), ...failed];
  const createdAt = ({ revision }: Column) => revision?.composition.createdAt ?? '';
  return columns.sort((one, other) => (createdAt(one) < createdAt(other) ? 1 : -1));
}

const previewLine = (workspace: Workspace, { environment, revision }: Column) =>
  `  ${environment}  ${revision ? age(revision.composition.createdAt) : '·'}  ${workspace.environment(environment).address}`;

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

const breakGlassLines = ({ environment, breakGlass }: Column) =>
  breakGlass.flatMap(({ revision, author, reason }) => [
    '',
    `break-glass in ${environment}: revision ${String(revision)} of ${author} (${reason}). Acknowledge it: slipway approve ${environment} --revision ${String(revision)}`,
  ]);

/** One environment for `--json`. `left` is undefined for the first one and for previews. */
const dataOf = (column: Column, left: Column | undefined) => ({
  environment: column.environment,
  error: column.failure ?? null,
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
    const names = env === undefined ? workspace.names() : [env];
    if (env !== undefined) rejectFamily(workspace.environment(env));
    if (packageName !== undefined) {
      const previews = env === undefined ? await previewNames(workspace) : [];
      return packageStatus(workspace, [...names, ...previews], packageName);
    }
    const previews = env === undefined ? await previewsOf(workspace) : [];
    const columns = await Promise.all(names.map((environment) => columnOf(workspace, environment)));
    const failed = [...columns, ...previews].filter(({ failure }) => failure !== undefined);
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
      ['revision', ...columns.map(({ revision }) => String(revision?.composition.revision ?? '·'))],
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
        ...columns.flatMap(breakGlassLines),
        ...columns.flatMap(({ notice }) => (notice ? ['', notice] : [])),
        ...failed.map(({ environment, failure }) => `\n${environment} could not be read: ${failure ?? ''}`),
      ].join('\n'),
      data: [
        ...columns.map((column, index) => dataOf(column, columns[index - 1])),
        ...previews.map((preview) => dataOf(preview, undefined)),
      ],
      ...(failed.length > 0 && { failure: 'unavailable' as const }),
    };
  },
});
