/**
 * Replaces auth-js, 17 kB compressed, until it is needed: a session is about to expire, or a visitor signs in. The
 * shell's build aliases auth-js to this module for Supabase's client (decisions 088, 105). Without auth-js, it reports
 * no session if none is stored, returns a stored session that is valid for two more minutes, and reads its account.
 * Every other call loads auth-js.
 */
import type { AuthChangeEvent, GoTrueClient as Client, Session, User } from '@supabase/auth-js';
import { AppError } from '@slipway/contracts';

type Options = NonNullable<ConstructorParameters<typeof Client>[0]>;
type Listener = (event: AuthChangeEvent, session: Session | null) => void | Promise<void>;
type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Milliseconds before loading auth-js for a stored session is tried again. Doubles with each failure. */
const RETRY_AFTER = 500;
const LONGEST_WAIT = 30_000;

/** Milliseconds. auth-js renews a session that is valid for less than 90 seconds, so it must be loaded earlier. */
const FRESH_FOR = 120_000;
/** Milliseconds until auth-js must be loaded. */
const freshTime = ({ expires_at = 0 }: Partial<Session>) => expires_at * 1000 - FRESH_FOR - Date.now();

/** Focus in one of these fields means that the visitor is about to sign in. */
const CREDENTIALS = 'input[type=email], input[type=password]';

/** Parts of the client that have methods. */
const parts: ReadonlySet<unknown> = new Set(['mfa', 'admin']);

/** The client's result when the service cannot be reached. */
const unreachable = (cause: unknown) => ({
  data: { user: null, session: null },
  error: Object.assign(new Error('The code for signing in could not be loaded', { cause }), {
    name: 'AuthRetryableFetchError',
    status: 0,
  }),
});

/** An object whose methods are those of `own`, and, for all other names, those of the object that `load` resolves with. */
const withFallback = (own: object, load: () => Promise<unknown>): object =>
  new Proxy(own, {
    get(target, name) {
      if (name in target || typeof name === 'symbol' || name === 'then')
        return Reflect.get(target, name) as unknown;
      if (parts.has(name))
        return withFallback({}, async () => ((await load()) as Record<string, unknown>)[name]);
      return async (...args: unknown[]) => {
        const loaded = await load().catch(unreachable);
        return 'error' in (loaded as object) ? loaded : await (loaded as Methods)[name]?.(...args);
      };
    },
  });

function hasSession({ storageKey = '' }: Options): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false; // Storage is blocked.
  }
}

/** The stored session, if the client would return it without renewing it. */
function freshSession({ storageKey = '' }: Options): Session | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Session>;
    return freshTime(stored) > 0 && stored.access_token && stored.refresh_token && stored.user
      ? (stored as Session)
      : undefined;
  } catch {
    return undefined; // Storage is blocked, or has something else. The client decides.
  }
}

/** The account of a session, as the service reports it; undefined when the request fails. */
async function accountOf(options: Options, { access_token }: Session): Promise<User | undefined> {
  const headers = { ...options.headers, Authorization: `Bearer ${access_token}` };
  const response = await (options.fetch ?? fetch)(`${options.url ?? ''}/user`, { headers }).catch(
    () => undefined,
  );
  return response?.ok ? ((await response.json()) as User) : undefined;
}

/** The export that Supabase's client imports and extends; JavaScript can extend a function. */
export function AuthClient(options: Options): object {
  let client: Promise<Client> | undefined;
  let resolveClient: (client: Client) => void = () => undefined;
  /** Resolves when auth-js is loaded. Never rejects: a later attempt may succeed. */
  const clientLoaded = new Promise<Client>((resolve) => (resolveClient = resolve));

  /** The session, if it is known without auth-js; undefined when auth-js must decide. */
  const knownSession = (): Session | null | undefined => {
    if (client) return undefined;
    return hasSession(options) ? freshSession(options) : null;
  };

  async function create(): Promise<Client> {
    const { GoTrueClient } = await import('@supabase/auth-js');
    const created = new GoTrueClient(options);
    resolveClient(created);
    await created.initialize();
    return created;
  }

  /** Rejects when the code could not be fetched; the next call tries again. */
  const load = (): Promise<Client> =>
    (client ??= create().catch((cause: unknown) => {
      client = undefined;
      throw cause;
    }));

  async function restore(wait = RETRY_AFTER): Promise<void> {
    try {
      if (hasSession(options)) await load();
    } catch {
      setTimeout(() => void restore(Math.min(wait * 2, LONGEST_WAIT)), wait);
    }
  }

  const own = {
    /** @throws `unavailable`; otherwise the request would be sent as a visitor's */
    async getSession() {
      const session = knownSession();
      if (session !== undefined) return { data: { session }, error: null };
      const loaded = await load().catch((cause: unknown) => {
        throw new AppError('unavailable', 'The session could not be read', { cause });
      });
      return loaded.getSession();
    },

    /** The account, as the service reports it. Uses auth-js if that fails, and for the `token` of a link. */
    async getUser(token?: string) {
      const session = knownSession();
      const user = session && token === undefined ? await accountOf(options, session) : undefined;
      if (user) return { data: { user }, error: null };
      const loaded = await load().catch(unreachable);
      return 'error' in loaded ? loaded : await loaded.getUser(token);
    },

    /** Passes the listener on to auth-js once it is loaded, which reports the session that it finds. */
    onAuthStateChange(callback: Listener) {
      let isActive = true;
      let unsubscribe = () => {
        isActive = false;
      };
      const session = knownSession();
      if (session !== undefined)
        queueMicrotask(() => {
          if (isActive) void callback('INITIAL_SESSION', session);
        });
      void clientLoaded.then((loaded) => {
        if (isActive) ({ unsubscribe } = loaded.onAuthStateChange(callback).data.subscription);
      });
      const subscription = {
        id: Symbol('listener'),
        callback,
        unsubscribe: () => {
          unsubscribe();
        },
      };
      return { data: { subscription } };
    },
  };

  const restoreNow = () => void restore();
  const stored = freshSession(options);
  if (!stored) restoreNow();
  // Timers are late after a device has slept. The next request or session check then loads auth-js.
  else setTimeout(restoreNow, freshTime(stored));
  // Another tab has signed in, perhaps while this page was in the back-forward cache.
  window.addEventListener('storage', ({ key }) => {
    if (key === options.storageKey) restoreNow();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) restoreNow();
  });
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(CREDENTIALS)) load().catch(() => undefined);
  });
  return withFallback(own, load);
}
