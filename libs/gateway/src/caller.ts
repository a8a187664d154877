/** Authenticates callers by the Authorization header: of a deployment by an API key, of a preview by a session. */
import { hasApiKeyChecksum, looksLikeApiKey } from '@slipway/keys';
import { networkOf } from '@slipway/server';
import { ApiProblem } from './apiProblem';
import { assertNoWait } from './rateLimits';
import type { GatewayServices } from './routes/env';
import { sha256 } from './sha256';
import type { KeyGrant, PreviewAccess } from './store';

/** The token after `Bearer`, or undefined. */
export const bearerOf = (headers: Headers): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];

/** Three parts, the first of which is a JSON object in base64url. */
const isJwt = (token: string) => /^ey[\w-]*\.[\w-]+\.[\w-]+$/.test(token);

/**
 * The access token of a user; undefined for a visitor, who may send the app's public key or any other text.
 * @throws `ApiProblem` 401 for an API key
 */
export function sessionOf(headers: Headers): string | undefined {
  const token = bearerOf(headers);
  if (token !== undefined && looksLikeApiKey(token))
    throw new ApiProblem(401, 'An API key only calls its deployment. Send the access token of a user here');
  return token !== undefined && isJwt(token) ? token : undefined;
}

/**
 * Reads who the caller is, and the access to an agent. A rate limit applies before each lookup in the database: the limit of
 * the address for visitors, and for tokens until the database has accepted them once; after that, the limit of the user. So
 * neither invented tokens nor a flood of one user cost more lookups, and a flood from one address does not reject the tokens
 * of its other users.
 * @throws `ApiProblem` 401, 403, 429, 503
 */
export async function previewAccessOf(
  agentId: string | null,
  session: string | undefined,
  address: string,
  { store, rateLimits }: Pick<GatewayServices, 'store' | 'rateLimits'>,
): Promise<PreviewAccess> {
  const takeAs = (userId: string | null) =>
    userId === null ? rateLimits.take('visitor', address) : rateLimits.take('user', userId);
  if (session === undefined) {
    await takeAs(null);
    return store.previewAccess(agentId, undefined);
  }
  const token = sha256(session);
  const known = rateLimits.accepted.get(token);
  if (known) {
    await takeAs(known.userId);
    try {
      return await store.previewAccess(agentId, session);
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) rateLimits.accepted.delete(token);
      throw error;
    }
  }
  assertNoWait('session', await rateLimits.sessions.take(address));
  const access = await store.previewAccess(agentId, session);
  rateLimits.accepted.set(token, { userId: access.user_id });
  await takeAs(access.user_id);
  if (access.user_id !== null) await rateLimits.sessions.giveBack(address);
  return access;
}

/** Characters of a key that Slipway generated. Only these keys have a checksum. */
const GENERATED_LENGTH = 52;

/**
 * The deployment that the request's key belongs to, in any status. Counts the request against the key's rate. Only
 * invalid keys count against an address, and a valid one works while the address is over that limit. `onGrant` runs for
 * each valid key, also when its rate is exceeded.
 * @throws `ApiProblem` 401, 429, 503
 */
export async function authenticateKey(
  headers: Headers,
  address: string,
  { store, rateLimits }: Pick<GatewayServices, 'store' | 'rateLimits'>,
  onGrant?: (grant: KeyGrant) => void,
): Promise<KeyGrant> {
  const key = bearerOf(headers);
  if (!key) {
    throw new ApiProblem(401, 'Missing API key. Send the header Authorization: Bearer ak_…');
  }
  const grant = looksLikeApiKey(key) ? await store.useKey(sha256(key), rateLimits.keyDefault) : undefined;
  if (!grant) {
    await rateLimits.take('wrongKey', networkOf(address));
    const isMistyped = key.length === GENERATED_LENGTH && !hasApiKeyChecksum(key);
    throw new ApiProblem(
      401,
      isMistyped
        ? 'Mistyped API key: its last six characters do not match the rest'
        : 'Invalid, revoked or expired API key',
    );
  }
  onGrant?.(grant);
  assertNoWait('key', grant.retry_after);
  return grant;
}

/** Throws unless the deployment can be called now, at this address. @throws `ApiProblem` 403, 404, 409 */
export function assertCallable({ slug, status }: KeyGrant, requestedSlug: string | undefined): void {
  if (status === 'deleted') throw new ApiProblem(404, 'This deployment was deleted');
  // Two owners can use the same slug. The key identifies the deployment; the address must match it.
  if (requestedSlug !== undefined && requestedSlug !== slug) {
    throw new ApiProblem(404, `Your API key belongs to another deployment, not to “${requestedSlug}”`);
  }
  if (status === 'stopped') {
    throw new ApiProblem(403, 'This deployment is stopped. Its owner can start it again');
  }
  if (status === 'failed') throw new ApiProblem(409, 'This deployment failed. Its owner can retry it');
  if (status !== 'active') {
    throw new ApiProblem(409, 'This deployment is starting. Try again in 2 seconds', { retryAfter: 2 });
  }
}
