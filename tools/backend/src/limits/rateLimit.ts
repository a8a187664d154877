/** How often the auth service may be asked: a bucket of tokens for each kind of request and each one who asks. */

export interface Rate {
  /** Requests at once, and in each period. */
  burst: number;
  /** Seconds. */
  period: number;
}

export type RateName = 'signIn' | 'verify' | 'refresh' | 'password' | 'mail';
export type Rates = Readonly<Record<RateName, Rate>>;

/** The first three, for one address, are GoTrue's own figures; so is the wait between two mails. */
export const defaultRates: Rates = {
  /** Passwords, new accounts, and everything that sends a mail. */
  signIn: { burst: 30, period: 300 },
  /** One-time codes. */
  verify: { burst: 30, period: 300 },
  /** Sessions that renew themselves. */
  refresh: { burst: 150, period: 300 },
  /** Wrong passwords, from one address for one account. */
  password: { burst: 10, period: 900 },
  /** Mails to one account. */
  mail: { burst: 1, period: 60 },
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

export interface Limiter {
  /** Seconds to wait for a token; 0: there is one. */
  wait(name: RateName, key: string): number;
  /** The same, and takes the token that is there. */
  take(name: RateName, key: string): number;
}

export function createLimiter(rates: Rates, now: () => number = Date.now): Limiter {
  const buckets = new Map<string, { tokens: number; at: number }>();

  const look = (name: RateName, key: string) => {
    const { burst, period } = rates[name];
    const perMs = burst / (period * 1000);
    const at = now();
    const last = buckets.get(`${name} ${key}`) ?? { tokens: burst, at };
    const tokens = Math.min(burst, last.tokens + (at - last.at) * perMs);
    return { tokens, at, wait: tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perMs / 1000) };
  };

  return {
    wait: (name, key) => look(name, key).wait,
    take(name, key) {
      const { tokens, at, wait } = look(name, key);
      const bucket = `${name} ${key}`;
      buckets.delete(bucket);
      buckets.set(bucket, { tokens: wait === 0 ? tokens - 1 : tokens, at });
      const [oldest] = buckets.keys();
      if (buckets.size > MOST_ADDRESSES && oldest !== undefined) buckets.delete(oldest);
      return wait;
    },
  };
}
