/**
 * Who a request to the data API counts against: a signed-in user for themselves, wherever they are; all other requests
 * of an address together.
 */
import { type ClientInfo, networkOf } from '@slipway/server';
import { jwtVerify } from 'jose';

export interface Caller {
  /** The user's id, or the address. */
  key: string;
  isUser: boolean;
}

interface CallerOptions {
  secretKey: string;
  /** Signs access tokens. */
  jwtSecret: string;
}

/** Returns undefined for the secret key and this process, which are not limited. */
export type CallerOf = (request: Request, client: ClientInfo) => Promise<Caller | undefined>;

export function createCallers({ secretKey, jwtSecret }: CallerOptions): CallerOf {
  const secret = new TextEncoder().encode(jwtSecret);

  /**
   * Verifies the token, so that a client can neither use up another user's limit nor get a new one with an invented
   * token.
   */
  const userOf = async (token: string | undefined): Promise<string | undefined> =>
    token?.split('.').length === 3
      ? jwtVerify(token, secret, { algorithms: ['HS256'] }).then(
          ({ payload }) => payload.sub,
          () => undefined,
        )
      : undefined;

  return async ({ headers }, { address, isInternal }) => {
    const token = /^bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (isInternal || token === secretKey || headers.get('apikey') === secretKey) return undefined;
    const user = await userOf(token);
    return user === undefined ? { key: networkOf(address), isUser: false } : { key: user, isUser: true };
  };
}
