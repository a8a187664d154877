/** `slipway history --env [--at <time>]`: lists revisions, newest first: who changed what, when, why, who approved; or what ran then. */
import { AppError } from '@slipway/contracts';
import { environmentArg, slipwayCommand } from '../command-line/command';
import { momentOutput } from '../command-line/historyText';
import { openTarget } from '../command-line/target';
import { changeLines, nothingRuns } from '../command-line/text';
import { revisionAt } from '../composition/historyAt';
import type { Revision } from '../composition/read';
import type { RevisionRecord } from '../composition/record';
import { compositionSettings } from '../composition/settings';
import { type DamagedRevision, wholeHistory } from '../composition/wholeHistory';
import { readOnce } from '../store/readOnce';
import { wholeSeconds } from '../trust/metadata';
import { type Authors, readAuthors } from '../trust/reading';

/** Milliseconds since 1970. @throws `invalid_input` for a time without a zone, which would depend on this machine */
function parseTime(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new AppError('invalid_input', `--at ${text} must be a time with its zone, such as 2026-11-21T10:00Z`);
}

/**
 * Milliseconds. The list prints whole seconds, so `--at` with one of its times must find that revision, not the
 * previous one.
 */
const REST_OF_SECOND = 999;

interface Line extends Pick<RevisionRecord, 'reason' | 'changes' | 'settings'> {
  revision: number;
  at: string;
  author: string;
  approvers: string[];
  isBreakGlass: boolean;
  /** Why the revision is not verified. */
  unverified?: string;
}

/** The current revision is verified as a deploy verifies it. */
async function lineOf(
  { composition, record }: Revision,
  isCurrent: boolean,
  authors: Authors,
): Promise<Line> {
  const { revision, createdAt: at } = composition;
  const { policy, ...recorded } = record;
  const [author, approvers, own, current] = await Promise.all([
    authors.of(revision),
    policy ? authors.approversOf(revision) : [],
    authors.failureOf(revision),
    isCurrent ? authors.failure() : undefined,
  ]);
  // The name from the deployer's machine, which is unverified.
  const note = record.author === author ? {} : { note: record.author };
  const isBreakGlass = policy?.isBreakGlass ?? false;
  const unverified = own ?? current;
  return {
    ...{ revision, at, ...recorded, author, ...note, approvers, isBreakGlass },
    ...(unverified !== undefined && { unverified }),
  };
}

const lineText = ({ revision, at, author, reason, changes, settings, ...line }: Line) =>
  [
    `${String(revision)}  ${wholeSeconds(at)}  ${author}  ${reason}`,
    ...(line.unverified === undefined ? [] : [`    not verified: ${line.unverified}`]),
    ...(line.isBreakGlass ? ['    break-glass'] : []),
    ...(line.approvers.length > 0 ? [`    approved by ${line.approvers.join(', ')}`] : []),
    ...[...changeLines(changes), ...settings].map((line) => `    ${line}`),
  ].join('\n');

export default slipwayCommand({
  meta: { name: 'slipway history', description: 'List revisions: who changed what, when, and why' },
  args: {
    ...environmentArg,
    at: {
      type: 'string',
      valueHint: 'time',
      description: 'Show the state at this time instead, an ISO-8601 time with its zone',
    },
    limit: { type: 'string', default: '20', valueHint: 'n', description: 'How many revisions to list' },
  },
  examples: [
    'slipway history --env local',
    'slipway history --env production --limit 100 --json',
    'slipway history --env production --at 2026-11-21T10:00Z',
  ],
  async run({ env, limit, at }, terminal) {
    const maximum = Number(limit);
    if (!Number.isInteger(maximum) || maximum < 1) {
      throw new AppError('invalid_input', `--limit ${limit} must be a whole number above 0`);
    }
    const time = at === undefined ? undefined : parseTime(at);
    const workspace = terminal.workspace();
    const { environment, store: opened } = await openTarget(workspace, env);
    const store = readOnce(opened);
    const authors = await readAuthors({ options: workspace.trust, store, environment });
    if (at !== undefined && time !== undefined) {
      if (time > (await store.now()))
        throw new AppError('invalid_input', `--at ${at} is in the future, by the clock of the store`);
      const found = await revisionAt(store, environment.name, time + (/\.\d/.test(at) ? 0 : REST_OF_SECOND));
      const settings = await compositionSettings(store, found?.composition);
      return momentOutput(env, new Date(time).toISOString(), found, settings, authors);
    }
    const found: (Revision | DamagedRevision)[] = [];
    for await (const one of wholeHistory(store, environment.name)) {
      if (found.length === maximum) break;
      found.push(one);
    }
    const lines = await Promise.all(
      found.map((one, index) => ('damage' in one ? one : lineOf(one, index === 0, authors))),
    );
    return {
      text:
        lines.length === 0
          ? nothingRuns([env])
          : lines
              .map((line) =>
                'damage' in line ? `${String(line.revision)}  damaged: ${line.damage}` : lineText(line),
              )
              .join('\n'),
      data: lines,
    };
  },
});
