/** Records errors of the auth service in the server's audit log. They raise no event in the browser: users mistype. */
import type { ErrorCode } from '@slipway/contracts';
import { recordAudit } from './auditLog';
import { addFailure } from './authFailures';

/** `action` names the call and never contains user input. A wrong password or code also counts as a failed sign-in. */
export function recordAuthFailure(action: string, reason: ErrorCode): void {
  if (reason === 'unauthenticated') addFailure();
  recordAudit('authentication_failed', { action, reason });
}
