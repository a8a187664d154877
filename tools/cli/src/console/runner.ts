/** Runs commands of `slipway` in this process, one change at a time, with the keys of the user who started the console. */
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@slipway/contracts';
import type { Output, SlipwayCommand, Terminal } from '../command-line/command';
import { invoke } from '../command-line/invoke';
import { openTarget } from '../command-line/target';
import { approvablePlan, approvableRevision } from '../policy/approving';
import { openTrust } from '../trust/open';
import { commandOf, shownCommand, targetOf } from './actions';
import { consoleAdvice } from './advice';
import type { Action, Change, Preview, RunRequest, RunResult, SettingsChange } from './api';

export interface Runner {
  /** The JSON of a command that only reads. */
  read<Data>(name: string, command: SlipwayCommand, args: readonly string[]): Promise<Data>;
  /** The command's dry run. @throws what the command throws */
  preview(action: Action): Promise<Preview>;
  /** Runs a request once, also when it is sent again. @throws `conflict` when it would not do what the user has confirmed, and what the command throws */
  run(request: RunRequest): Promise<RunResult>;
}

/** The part of a deploy's result that the console reads. */
interface DryRun {
  before: number | null;
  changes: readonly Change[];
  settings: readonly string[];
  settingsChanges: readonly SettingsChange[];
  rejections: readonly string[];
  canPlan?: boolean;
}

/** The part of a change's result that the console reads. A plan and an approval change no revision. */
interface Changed {
  revision?: number;
  isWritten?: boolean;
  missingSignatures?: number;
}

const revisionOf = ({ revision, isWritten = false, missingSignatures = 0 }: Changed): number | null =>
  isWritten && missingSignatures === 0 ? (revision ?? null) : null;

type Approval = Extract<Action, { kind: 'approve' | 'acknowledge' }>;

const isApproval = (action: Action): action is Approval =>
  action.kind === 'approve' || action.kind === 'acknowledge';

/** Every question is rejected: commands of the console must get all values as arguments. */
const withoutQuestions = (terminal: Terminal): Terminal => ({
  ...terminal,
  isInteractive: false,
  ask: () => Promise.reject(new AppError('invalid_input', 'The console cannot answer questions')),
  progress: () => undefined,
  print: () => undefined,
  advice: consoleAdvice,
});

/** @throws `conflict` when the canary that the user saw has ended, or another one runs */
function rejectOther(action: Action, changes: readonly Change[]): void {
  if (action.kind !== 'canary' || action.of === undefined) return;
  const { environment, slice, of } = action;
  const change = changes.find(({ kind, app }) => kind === 'canary' && app === slice);
  if (!change || (change.kind === 'canary' && change.from?.version === of)) return;
  throw new AppError(
    'conflict',
    `${slice} ${of.slice(0, 8)} is no longer the canary in ${environment}: another user has changed it. Close this dialog and review the canary again`,
  );
}

/** The requests of this many newest runs are known when they are sent again. */
const KNOWN_RUNS = 100;

export function createRunner(given: Terminal): Runner {
  const terminal = withoutQuestions(given);
  let last: Promise<unknown> = Promise.resolve();
  /** By id, oldest first. */
  const runs = new Map<string, Promise<RunResult>>();

  const run = (name: string, command: SlipwayCommand, args: readonly string[]): Promise<Output> =>
    invoke(name, command, args, terminal);

  /** The command itself shows what it approves only to a terminal that can answer, so this calls what it calls. */
  async function previewApproval(approval: Approval): Promise<Omit<Preview, 'command'>> {
    const { environment } = approval;
    const workspace = terminal.workspace();
    const target = await openTarget(workspace, environment);
    const trust = await openTrust({ options: workspace.trust, ...target });
    const approving = { workspace, environment: target.environment, trust };
    const { author, reason, changes, settings } =
      approval.kind === 'approve'
        ? await approvablePlan(approving, approval.plan)
        : await approvableRevision(approving, approval.revision);
    return {
      environment,
      before: null,
      changes,
      settings,
      others: [],
      rejections: [],
      canPlan: false,
      approved: { author, reason },
    };
  }

  async function preview(action: Action): Promise<Preview> {
    const line = commandOf(action);
    const command = shownCommand(line);
    if (isApproval(action)) return { ...(await previewApproval(action)), command };
    const { data } = await run(line.name, line.command, [...line.args, '--dry-run']);
    const { before, changes, settings, settingsChanges, rejections, canPlan = false } = data as DryRun;
    rejectOther(action, changes);
    const found = { before, changes, settings: settingsChanges, others: settings, rejections, canPlan };
    return { command, environment: targetOf(action), ...found };
  }

  async function confirmedRun({ action, reason, isPlan, confirmed }: RunRequest): Promise<RunResult> {
    const { before, changes, settings, environment } = await preview(action);
    if (!isDeepStrictEqual(plain({ before, changes, settings }), plain(confirmed))) {
      throw new AppError(
        'conflict',
        `${environment} has changed in the meantime, and this action would have another result now. Review it again`,
      );
    }
    const { name, command, args } = commandOf(action);
    const given = isApproval(action) ? ['--yes'] : [`--reason=${reason}`, ...(isPlan ? ['--plan'] : [])];
    const { text, data } = await run(name, command, [...args, ...given]);
    return { text, revision: revisionOf(data as Changed) };
  }

  return {
    preview,
    read: async <Data>(name: string, command: SlipwayCommand, args: readonly string[]) =>
      (await run(name, command, args)).data as Data,
    run(request) {
      const known = runs.get(request.id);
      if (known) return known;
      const next = last.then(() => confirmedRun(request));
      last = next.catch(() => undefined);
      runs.set(request.id, next);
      for (const id of [...runs.keys()].slice(0, -KNOWN_RUNS)) runs.delete(id);
      return next;
    },
  };
}

/** As JSON carries it, without fields that are undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
