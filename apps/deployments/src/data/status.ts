/** The statuses of a deployment, and the action its owner may take in each. */

export const statuses = ['pending', 'deploying', 'active', 'stopped', 'failed'] as const;
export type Status = (typeof statuses)[number];

/** A deployment becomes active after two seconds. The database activates those this page missed. */
export const ACTIVATION_MS = 2000;

/** Whether it becomes active without an action. */
export const isTransitioning = ({ status }: { status: string }) =>
  status === 'pending' || status === 'deploying';

export type StatusAction = 'stop' | 'start' | 'retry';

export const targetStatus: Readonly<Record<StatusAction, Status>> = {
  stop: 'stopped',
  start: 'deploying',
  retry: 'deploying',
};

const actions: ReadonlyMap<string, StatusAction> = new Map([
  ['active', 'stop'],
  ['stopped', 'start'],
  ['failed', 'retry'],
]);

/** The only action in a status; none while transitioning or in an unknown status. */
export const actionFor = (status: string): StatusAction | undefined => actions.get(status);

/** Milliseconds until activation, 0 to 2,000, whatever this browser's clock says. */
export const activationDelay = ({ updated_at }: { updated_at: string }, now: number): number =>
  Math.min(ACTIVATION_MS, Math.max(0, Date.parse(updated_at) + ACTIVATION_MS - now));
