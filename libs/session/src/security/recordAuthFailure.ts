/** The service refused somebody: recorded on the server. It is no event of this browser, for people mistype. */
import type { ErrorCode } from '@slipway/contracts';
import { recordAudit } from './auditLog';
import { addFailure } from './authFailures';

/** `action` is what was refused, never what was typed. A wrong password or code also counts as a failure. */
export function noteRefusal(action: string, reason: ErrorCode): void {
  if (reason === 'unauthenticated') addFailure();
  recordAudit('authentication_failed', { action, reason });
}
