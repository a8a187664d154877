/** How often one address may ask the auth service: a bucket of tokens for each kind of request. */

export interface Rate {
  /** Requests at once, and in each period. */
  burst: number;
  /** Seconds. */
  period: number;
}

export type RateName = 'signIn' | 'verify' | 'refresh';

/** GoTrue's own figures. */
export const defaultRates: Readonly<Record<RateName, Rate>> = {
  /** Passwords, new accounts, and everything that sends a mail. */
  signIn: { burst: 30, period: 300 },
  /** One-time codes. */
  verify: { burst: 30, period: 300 },
  /** Sessions that renew themselves. */
  refresh: { burst: 150, period: 300 },
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

/** The rate a request falls under, or undefined when none limits it. */
export function rateOf(method: string, url: URL): RateName | undefined {
  const path = url.pathname.replace(/^\/auth\/v1/, '').replace(/\/+$/, '');
  if (path === '/token') {
    const grant = url.searchParams.get('grant_type');
    return grant === 'refresh_token' || grant === 'pkce' ? 'refresh' : 'signIn';
  }
  if (path === '/verify') return 'verify';
  if (method === 'POST' && /^\/factors\/[^/]+\/verify$/.test(path)) return 'verify';
  if (method === 'PUT' && path === '/user') return 'signIn';
  return mailing.has(path) ? 'signIn' : undefined;
}

/** Past this many buckets the one used longest ago is forgotten, so that addresses cannot fill the memory. */
const MOST_ADDRESSES = 10_000;

/** Returns a function that takes one token, and says how many seconds to wait when there is none (0: go on). */
export function createLimiter(
  rates: Readonly<Record<RateName, Rate>>,
  now: () => number = Date.now,
): (name: RateName, address: string) => number {
  const buckets = new Map<string, { tokens: number; at: number }>();

  return (name, address) => {
    const { burst, period } = rates[name];
    const perMs = burst / (period * 1000);
    const key = `${name} ${address}`;
    const time = now();
    const last = buckets.get(key) ?? { tokens: burst, at: time };
    const tokens = Math.min(burst, last.tokens + (time - last.at) * perMs);
    const wait = tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perMs / 1000);

    buckets.delete(key);
    buckets.set(key, { tokens: wait === 0 ? tokens - 1 : tokens, at: time });
    const [oldest] = buckets.keys();
    if (buckets.size > MOST_ADDRESSES && oldest !== undefined) buckets.delete(oldest);
    return wait;
  };
}
