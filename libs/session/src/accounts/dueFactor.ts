/** Whether a session still needs its second factor, from the stored session. The server decides; this only asks in time. */
import type { AuthSession } from '@slipway/data';

/** The token's assurance level, unverified. Undefined for a token that is not a JWT. */
function levelOf(token: string): unknown {
  const payload = token.split('.')[1] ?? '';
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { aal?: unknown };
    return claims.aal;
  } catch {
    return undefined;
  }
}

/** The id of the verified factor of a user. */
export const factorOf = ({ factors }: AuthSession['user']): string | undefined =>
  factors?.find(({ status, factor_type }) => status === 'verified' && factor_type === 'totp')?.id;

/** The id of the verified factor whose code is due. Undefined without a factor, and after its code. */
export const dueFactorOf = ({ access_token, user }: AuthSession): string | undefined =>
  levelOf(access_token) === 'aal2' ? undefined : factorOf(user);
