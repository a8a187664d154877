/**
 * Symptom: `@supabase/lite` checks `banned_until` only for a password: a banned user signs in by a mailed link or code,
 * and refreshes earlier sessions without end.
 * Hosted Supabase: GoTrue responds with `user_banned` to each.
 * Test: `bannedUsers.test.ts`.
 */
import { authError } from '../authError';
import type { AuthFix, User } from '../authService';

function assertNotBanned({ banned_until: until }: User): void {
  if (until !== null && Date.parse(until) > Date.now()) throw authError(403, 'user_banned', 'User is banned');
}

/** Every way to sign in ends in one of the two. */
export const bannedUsers: AuthFix = (auth) => {
  const create = auth.createSessionForUser.bind(auth);
  auth.createSessionForUser = async (user, ...others) => {
    assertNotBanned(user);
    return create(user, ...others);
  };
  const refresh = auth.createRefreshResponse.bind(auth);
  auth.createRefreshResponse = async (user, ...others) => {
    assertNotBanned(user);
    return refresh(user, ...others);
  };
};
