/**
 * Limits of reads of the REST surface, and of requests to the auth service without a separate limit, before the
 * database is asked. A signed-in user counts for themselves, wherever they are; all other requests of an address count
 * together.
 */
import { type ClientInfo, createRateLimiter, networkOf } from '@slipway/server';
import { jwtVerify } from 'jose';
import type { Rates } from './authRates';

export interface ReadLimits {
  /** Counts a read. Returns 0, or the seconds to wait. The secret key and this process are not limited. */
  take(request: Request, client: ClientInfo): Promise<number>;
}

interface ReadLimitOptions {
  rates: Pick<Rates, 'read' | 'addressRead'>;
  secretKey: string;
  /** Signs access tokens. */
  jwtSecret: string;
}

export function createReadLimits({ rates, secretKey, jwtSecret }: ReadLimitOptions): ReadLimits {
  const secret = new TextEncoder().encode(jwtSecret);
  const ofUser = createRateLimiter({ limit: rates.read.burst, seconds: rates.read.period });
  const ofAddress = createRateLimiter({ limit: rates.addressRead.burst, seconds: rates.addressRead.period });

  /** Verified, so that no client counts against another user, or gets a new limit with each invented token. */
  const userOf = async (token: string | undefined): Promise<string | undefined> =>
    token?.split('.').length === 3
      ? jwtVerify(token, secret, { algorithms: ['HS256'] }).then(
          ({ payload }) => payload.sub,
          () => undefined,
        )
      : undefined;

  return {
    async take({ headers }, { address, isInternal }) {
      const token = /^bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1];
      if (isInternal || token === secretKey || headers.get('apikey') === secretKey) return 0;
      const user = await userOf(token);
      return user === undefined ? ofAddress.take(networkOf(address)) : ofUser.take(user);
    },
  };
}
