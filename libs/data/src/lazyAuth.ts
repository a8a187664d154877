/**
 * Replaces auth-js, 17 kB compressed, until something needs it: a stored session, or a visitor who signs in. The shell's
 * build gives it to Supabase's client, which uses it as its own (decision 088). Itself it knows only that a browser without a
 * stored session has none.
 */
import type { AuthChangeEvent, GoTrueClient as Client, Session } from '@supabase/auth-js';
import { AppError } from '@slipway/contracts';

type Options = NonNullable<ConstructorParameters<typeof Client>[0]>;
type Listener = (event: AuthChangeEvent, session: Session | null) => void | Promise<void>;
type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Milliseconds until the client of a stored session is requested again. They double. */
const RETRY_AFTER = 500;
const LONGEST_WAIT = 30_000;

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

/** The name that Supabase's client imports. It extends it, and a function is a constructor too. */
export function AuthClient(options: Options): object {
  let client: Promise<Client> | undefined;
  let announce: (client: Client) => void = () => undefined;
  /** Resolves when the client is there. Never rejects: a later request may succeed. */
  const arrival = new Promise<Client>((resolve) => (announce = resolve));

  function hasSession(): boolean {
    try {
      return localStorage.getItem(options.storageKey ?? '') !== null;
    } catch {
      return false; // Storage is blocked.
    }
  }

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
      if (hasSession()) await load();
    } catch {
      setTimeout(() => void restore(Math.min(wait * 2, LONGEST_WAIT)), wait);
    }
  }

  const own = {
    /** @throws `unavailable`, so that no request is sent in the name of a visitor instead of the user */
    async getSession() {
      if (!client && !hasSession()) return { data: { session: null }, error: null };
      const loaded = await load().catch((cause: unknown) => {
        throw new AppError('unavailable', 'The session could not be read', { cause });
      });
      return loaded.getSession();
    },

    /** The client takes the listener over, and reports the session that it finds. */
    onAuthStateChange(callback: Listener) {
      let isActive = true;
      let unsubscribe = () => {
        isActive = false;
      };
      if (!client && !hasSession())
        queueMicrotask(() => {
          if (isActive) void callback('INITIAL_SESSION', null);
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

  void restore();
  // Another tab has signed in, perhaps while this page was in the back-forward cache.
  const look = () => void restore();
  window.addEventListener('storage', look);
  window.addEventListener('pageshow', look);
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(CREDENTIALS)) load().catch(() => undefined);
  });
  return withOthers(own, load);
}
