/**
 * Symptom: refresh tokens of `@supabase/lite` are UUIDs of version 7, with 74 random bits in order of time, and the
 * database contains them as they are sent.
 * Hosted Supabase: GoTrue's tokens are random; its newer ones are signed and not stored.
 * Test: `refreshTokens.test.ts`.
 * Here a session's first token is random. Each later one is derived from the token that it replaces with a secret key, so
 * that a client that lost the response receives the same token again, although only its hash is stored.
 */
import { sql } from 'kysely';
import { hashOf, keyedHashOf, newToken } from '../../accounts/secrets';
import { authError } from '../authError';
import { type AuthFix, inTransaction, patchRepository } from '../authService';

const unknownToken = () =>
  authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

/** `keys` derive the next token, the current one first. */
export const refreshTokens =
  (keys: () => readonly [Buffer, ...Buffer[]]): AuthFix =>
  (auth) => {
    /** The client's, while its session is refreshed. */
    let presented: string | undefined;
    let issued = '';
    const derived = (token: string) => (key: Buffer) =>
      Buffer.from(keyedHashOf(key, token), 'hex').toString('base64url');
    const nextToken = () => (presented === undefined ? newToken() : derived(presented)(keys()[0]));
    /** The stored one of the next tokens: a repeated request can follow a rotation of the key. */
    const storedToken = async (token: string): Promise<string> => {
      const candidates = keys().map(derived(token));
      if (candidates.length === 1) return nextToken();
      const { rows } = await sql<{ token: string }>`
        select token from auth.refresh_tokens where token in (${sql.join(candidates.map(hashOf))})
      `.execute(auth.repo.db);
      return candidates.find((known) => rows.some((row) => row.token === hashOf(known))) ?? nextToken();
    };

    patchRepository(auth.repo, (repo) => {
      const find = repo.findRefreshToken.bind(repo);
      const create = repo.createRefreshToken.bind(repo);
      repo.findRefreshToken = (token) => find(hashOf(token));
      repo.createRefreshToken = (row) => {
        issued = nextToken();
        return create({ ...row, token: hashOf(issued) });
      };
    });

    const createSession = auth.createSessionForUser.bind(auth);
    auth.createSessionForUser = async (...args) => {
      const session = await createSession(...args);
      return Object.assign(session, { refresh_token: issued });
    };
    const respond = auth.createRefreshResponse.bind(auth);
    auth.createRefreshResponse = async (user, sessionId, _token, at) =>
      respond(user, sessionId, presented === undefined ? issued : await storedToken(presented), at);

    const refresh = auth.refreshSession.bind(auth);
    auth.refreshSession = async (token) => {
      if (typeof token !== 'string' || token === '') return refresh(undefined);
      presented = token;
      // The library revokes the family of a reused token and then throws: the revocation must be committed.
      const outcome = await inTransaction(auth, async () => {
        const { rows } = await sql`
          select from auth.refresh_tokens where token = ${hashOf(token)} for update
        `.execute(auth.repo.db);
        if (rows.length === 0) return { error: unknownToken() };
        return refresh(token).then(
          (session) => ({ session }),
          (error: unknown) => ({ error }),
        );
      });
      presented = undefined;
      if ('session' in outcome) return outcome.session;
      throw outcome.error;
    };
  };
