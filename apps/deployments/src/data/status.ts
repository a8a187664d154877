/** The states of a deployment, and what its owner may do in each. */

export const statuses = ['pending', 'deploying', 'active', 'stopped', 'failed'] as const;
export type Status = (typeof statuses)[number];

/** Two seconds is the latest: the database moves what is older. */
export const ACTIVATION_MS = 2000;

/** It becomes active by itself. */
export const isOnItsWay = ({ status }: { status: string }) => status === 'pending' || status === 'deploying';

export type Move = 'stop' | 'start' | 'retry';

export const goalOf: Readonly<Record<Move, Status>> = {
  stop: 'stopped',
  start: 'deploying',
  retry: 'deploying',
};

const moves: ReadonlyMap<string, Move> = new Map([
  ['active', 'stop'],
  ['stopped', 'start'],
  ['failed', 'retry'],
]);

/** The one move there is; none while it is on its way, or in a state that is not known. */
export const moveOf = (status: string): Move | undefined => moves.get(status);

/** Milliseconds until it is due, by this browser's clock, which may be wrong: 0 to 2,000. */
export const waitOf = ({ updated_at }: { updated_at: string }, now: number): number =>
  Math.min(ACTIVATION_MS, Math.max(0, Date.parse(updated_at) + ACTIVATION_MS - now));
