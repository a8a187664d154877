/** Approvals are signatures over another user's change: they need no reason, and change no release. */
import type { Action } from '@slipway/cli/console';

export const isApproval = ({ kind }: Action) => kind === 'approve' || kind === 'acknowledge';
