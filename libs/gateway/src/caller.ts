/** Who calls: the key in the header, what it opens, and whether that may be called now. */
import { createHash } from 'node:crypto';
import { hasApiKeyChecksum, looksLikeApiKey } from '@slipway/keys';
import type { Limits } from './limits';
import { Problem } from './problem';
import type { GatewayStore, OpenedKey } from './store';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What follows `Bearer` in the header, or undefined. */
export const bearerOf = (headers: Headers): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];

const ASK_FOR_KEY = 'Send the deployment’s key: Authorization: Bearer ak_…';

/** How long our own keys are; a shorter or longer one may have been made elsewhere. */
const OUR_LENGTH = 52;

/**
 * The deployment that the request's key opens, whatever its status; the key's rate is counted.
 * Only keys that open nothing count against an address. @throws `Problem` 401, 429, 503
 */
export async function openKey(
  headers: Headers,
  address: string,
  { store, limits }: { store: GatewayStore; limits: Limits },
): Promise<OpenedKey> {
  await limits.check('wrongKey', address);
  const key = bearerOf(headers);
  if (!key) throw new Problem(401, ASK_FOR_KEY);
  const opened = looksLikeApiKey(key) ? await store.useKey(sha256(key)) : undefined;
  if (!opened) {
    await limits.take('wrongKey', address);
    const isMistyped = key.length === OUR_LENGTH && !hasApiKeyChecksum(key);
    throw new Problem(
      401,
      isMistyped
        ? 'This key is mistyped: its last six characters do not fit the others'
        : 'This key opens nothing: it is wrong, revoked or past its end',
    );
  }
  await limits.take('key', sha256(key), opened.requests_per_minute);
  return opened;
}

/** Whether a deployment may be called now, at this address. @throws `Problem` 403, 404, 409 */
export function requireCallable({ slug, status }: OpenedKey, asked: string | undefined): void {
  if (status === 'deleted') throw new Problem(404, 'This deployment was deleted');
  // A name is another person's too: the key decides, and the address must agree with it.
  if (asked !== undefined && asked !== slug) {
    throw new Problem(404, `Your key does not open “${asked}”: it belongs to another deployment`);
  }
  if (status === 'stopped')
    throw new Problem(403, 'This deployment is stopped. Its owner can start it again');
  if (status === 'failed') throw new Problem(409, 'This deployment failed. Its owner can try it again');
  if (status !== 'active') {
    throw new Problem(409, 'This deployment is on its way. Try again in 2 seconds', { retryAfter: 2 });
  }
}
