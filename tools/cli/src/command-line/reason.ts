/** The reason of a change, and the options that every change takes. */
import { AppError } from '@slipway/contracts';
import type { Terminal } from './command';

export interface ChangeArgs {
  reason?: string | undefined;
  'dry-run': boolean;
  plan: boolean;
  'break-glass': boolean;
}

export const missingReason = () =>
  new AppError('invalid_input', 'Every change needs a reason: add --reason "why it is made"');

/** Before a command reads, builds or asks anything. @throws `invalid_input` */
export function checkChangeArgs(args: ChangeArgs, { isInteractive }: Terminal): void {
  const { reason, plan, 'dry-run': isDryRun, 'break-glass': isBreakGlass } = args;
  if (plan && (isDryRun || isBreakGlass))
    throw new AppError('invalid_input', '--plan cannot be combined with --dry-run or --break-glass');
  if (!isDryRun && !reason?.trim() && (reason !== undefined || !isInteractive)) throw missingReason();
}

/** Asks for it in an interactive terminal. @throws `invalid_input` without one */
export async function reasonFor(
  given: string | undefined,
  isDryRun: boolean,
  terminal: Terminal,
): Promise<string> {
  const asked = !given && !isDryRun && terminal.isInteractive ? await terminal.ask('Reason: ') : undefined;
  const reason = (given ?? asked ?? '').trim();
  if (reason || isDryRun) return reason;
  throw missingReason();
}
