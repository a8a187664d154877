/**
 * Replaces auth-js, 17 kB compressed, until something needs it: a session that is about to expire, or a visitor who signs
 * in. The shell's build gives it to Supabase's client, which uses it as its own (decisions 088, 105). Without auth-js it
 * returns no session where none is stored, returns a stored one that is valid for two more minutes, and reads the account
 * with that one. Every other call loads auth-js.
 */
import type { AuthChangeEvent, GoTrueClient as Client, Session, User } from '@supabase/auth-js';
import { AppError } from '@slipway/contracts';

type Options = NonNullable<ConstructorParameters<typeof Client>[0]>;
type Listener = (event: AuthChangeEvent, session: Session | null) => void | Promise<void>;
type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Milliseconds until the client of a stored session is requested again. They double. */
const RETRY_AFTER = 500;
const LONGEST_WAIT = 30_000;

/** Milliseconds. The client renews a session that is valid for less than 90 seconds; then it has to be there. */
const FRESH_FOR = 120_000;
/** Milliseconds until the client has to be there. */
const freshTime = ({ expires_at = 0 }: Partial<Session>) => expires_at * 1000 - FRESH_FOR - Date.now();

/** A visitor who is in one of these fields is about to need the client. */
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

/** Calls `own` where it has the method, and what `load` resolves with for every other. */
const withOthers = (own: object, load: () => Promise<unknown>): object =>
  new Proxy(own, {
    get(target, name) {
      if (name in target || typeof name === 'symbol' || name === 'then')
        return Reflect.get(target, name) as unknown;
      if (parts.has(name))
        return withOthers({}, async () => ((await load()) as Record<string, unknown>)[name]);
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

/** The stored session, if the client would return it as it is. */
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

/** The account of a session as the service has it now; undefined when it does not respond with one. */
async function accountOf(options: Options, { access_token }: Session): Promise<User | undefined> {
  const headers = { ...options.headers, Authorization: `Bearer ${access_token}` };
  const response = await (options.fetch ?? fetch)(`${options.url ?? ''}/user`, { headers }).catch(
    () => undefined,
  );
  return response?.ok ? ((await response.json()) as User) : undefined;
}

/** The name that Supabase's client imports. It extends it, and a function is a constructor too. */
export function AuthClient(options: Options): object {
  let client: Promise<Client> | undefined;
  let announce: (client: Client) => void = () => undefined;
  /** Resolves when the client is there. Never rejects: a later request may succeed. */
  const arrival = new Promise<Client>((resolve) => (announce = resolve));

  /** The session as far as it is known without the client; undefined when the client decides. */
  const knownSession = (): Session | null | undefined => {
    if (client) return undefined;
    return hasSession(options) ? freshSession(options) : null;
  };

  async function create(): Promise<Client> {
    const { GoTrueClient } = await import('@supabase/auth-js');
    const created = new GoTrueClient(options);
    announce(created);
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
    /** @throws `unavailable`, so that no request is sent in the name of a visitor instead of the user */
    async getSession() {
      const session = knownSession();
      if (session !== undefined) return { data: { session }, error: null };
      const loaded = await load().catch((cause: unknown) => {
        throw new AppError('unavailable', 'The session could not be read', { cause });
      });
      return loaded.getSession();
    },

    /** The account as the service has it now. The client asks again where that fails, and for the `token` of a link. */
    async getUser(token?: string) {
      const session = knownSession();
      const user = session && token === undefined ? await accountOf(options, session) : undefined;
      if (user) return { data: { user }, error: null };
      const loaded = await load().catch(unreachable);
      return 'error' in loaded ? loaded : await loaded.getUser(token);
    },

    /** The client takes the listener over, and reports the session that it finds. */
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
      void arrival.then((loaded) => {
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

  const look = () => void restore();
  const stored = freshSession(options);
  if (!stored) look();
  // After a device has slept, the timer is late: then the next request or check of the session loads the client.
  else setTimeout(look, freshTime(stored));
  // Another tab has signed in, perhaps while this page was in the back-forward cache.
  window.addEventListener('storage', ({ key }) => {
    if (key === options.storageKey) look();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look();
  });
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(CREDENTIALS)) load().catch(() => undefined);
  });
  return withOthers(own, load);
}
