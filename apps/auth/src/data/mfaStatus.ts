/** Whether the user has turned two-step verification on, and whether a code is due. Source: the session, `/auth/v1/user`. */
import { queryOptions } from '@tanstack/react-query';
import { readMfaStatus } from '@slipway/session';

/** @throws `unavailable`, `unexpected` */
export const mfaStatusQuery = () =>
  queryOptions({ queryKey: ['mfa-status'] as const, queryFn: readMfaStatus });
