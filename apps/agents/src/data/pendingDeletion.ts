/** The error of a request that needs an account which is not about to be deleted. Loads with the dialogs that send one. */
import { isAppError } from '@slipway/contracts';

/** Whether the database rejected what would be public, because the user has requested the deletion of the account. */
export const isPendingDeletion = (error: unknown): boolean =>
  isAppError(error) && (error.cause as { hint?: unknown } | undefined)?.hint === 'pending_deletion';
