/** The rate limits: GoTrue's defaults for the auth service, and the limit that each of its requests counts against. */
import { trimmedPath } from '@slipway/server';

export interface Rate {
  /** Requests per period. */
  burst: number;
  /** Seconds. */
  period: number;
}

export type RateName =
  | 'signIn'
  | 'verify'
  | 'refresh'
  | 'password'
  | 'mail'
  | 'write'
  | 'addressWrite'
  | 'read'
  | 'addressRead'
  | 'timeout';

/** A rate above which one request in each interval still passes. */
interface SlowRate extends Rate {
  /** Seconds. */
  interval: number;
}

export type Rates = Readonly<Record<RateName, Rate> & { account: SlowRate }>;

/** The first three, per address, and the interval between two mails are GoTrue's defaults. */
export const defaultRates: Rates = {
  /** Passwords, new accounts, and requests that send a mail. */
  signIn: { burst: 30, period: 300 },
  /** One-time codes. */
  verify: { burst: 30, period: 300 },
  /** Token refreshes. */
  refresh: { burst: 150, period: 300 },
  /** Wrong passwords from one address for one account. */
  password: { burst: 10, period: 900 },
  /** Wrong passwords for one account from addresses that never signed in to it. */
  account: { burst: 20, period: 3600, interval: 60 },
  /** Mails of one kind to one account. */
  mail: { burst: 1, period: 60 },
  /** Writes to the REST surface, per session. */
  write: { burst: 300, period: 60 },
  /** Writes to the REST surface, per address. Many users may share one. */
  addressWrite: { burst: 3000, period: 60 },
  /** Reads of one user: a page needs up to ten. */
  read: { burst: 1200, period: 60 },
  /** Reads from one address without a session. Many visitors may share one. */
  addressRead: { burst: 6000, period: 60 },
  /** Requests of one user, or of one address without a session, whose statement ended at its timeout or was slow. */
  timeout: { burst: 3, period: 300 },
};

const mailing = new Set([
  '/signup',
  '/otp',
  '/magiclink',
  '/recover',
  '/resend',
  '/sso',
  '/invite',
  '/reauthenticate',
]);

/** The rate that a request counts against, or undefined for an unlimited one. */
export function rateOf(method: string, url: URL): RateName | undefined {
  const path = trimmedPath(url.pathname).replace(/^\/auth\/v1/, '');
  if (path === '/token') {
    const grant = url.searchParams.get('grant_type');
    return grant === 'refresh_token' || grant === 'pkce' ? 'refresh' : 'signIn';
  }
  if (path === '/verify') return 'verify';
  if (method === 'POST' && /^\/factors\/[^/]+\/verify$/.test(path)) return 'verify';
  if (method === 'PUT' && path === '/user') return 'signIn';
  return mailing.has(path) ? 'signIn' : undefined;
}
