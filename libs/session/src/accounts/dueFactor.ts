/** Whether a session still needs its second factor, from the stored session. The server decides; this only asks in time. */
import type { AuthSession } from '@slipway/data';
import { claimsOf } from './tokenClaims';

/** The id of the verified factor of a user. */
export const factorOf = ({ factors }: AuthSession['user']): string | undefined =>
  factors?.find(({ status, factor_type }) => status === 'verified' && factor_type === 'totp')?.id;

/** The id of the verified factor whose code is due. Undefined without a factor, and after its code. */
export const dueFactorOf = ({ access_token, user }: AuthSession): string | undefined =>
  claimsOf(access_token).aal === 'aal2' ? undefined : factorOf(user);
