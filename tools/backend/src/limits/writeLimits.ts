/**
 * Limits of writes to the REST surface per session and per address, before the database is asked. The database limits rows
 * per request and per day (`20261123000100_write_limits.sql`); these limits keep one client from taking its turn all the time.
 */
import { createHash } from 'node:crypto';
import { type ClientInfo, createRateLimiter, networkOf } from '@slipway/server';
import type { Rates } from './authRates';

/** Bytes: 256 KB. The longest prompt is 8,000 characters. */
export const MAX_WRITE_BODY = 262_144;

export interface WriteLimits {
  /** Whether a request is a client's write. The secret key and this process are not limited. */
  isLimited(request: Request, client: ClientInfo): boolean;
  /** Counts a write. Returns 0, or the seconds to wait. */
  take(request: Request, client: ClientInfo): Promise<number>;
}

interface WriteLimitOptions {
  rates: Pick<Rates, 'write' | 'addressWrite'>;
  isRead: (method: string, path: string) => boolean;
  secretKey: string;
}

const tokenOf = ({ headers }: Request) => headers.get('authorization')?.replace(/^bearer\s+/i, '') ?? '';

export function createWriteLimits({ rates, isRead, secretKey }: WriteLimitOptions): WriteLimits {
  const ofSession = createRateLimiter({ limit: rates.write.burst, seconds: rates.write.period });
  const ofAddress = createRateLimiter({
    limit: rates.addressWrite.burst,
    seconds: rates.addressWrite.period,
  });
  return {
    isLimited(request, { isInternal }) {
      const { pathname } = new URL(request.url);
      if (isInternal || !pathname.startsWith('/rest/') || isRead(request.method, pathname)) return false;
      return tokenOf(request) !== secretKey && request.headers.get('apikey') !== secretKey;
    },
    async take(request, client) {
      const address = networkOf(client.address);
      const wait = await ofAddress.take(address);
      if (wait > 0) return wait;
      // The token is not verified yet: only its hash is a key, so that a forged one counts against no other user.
      const token = tokenOf(request);
      return token ? ofSession.take(createHash('sha256').update(`${address} ${token}`).digest('base64')) : 0;
    },
  };
}
