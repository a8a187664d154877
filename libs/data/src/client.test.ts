// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  connect,
  forgetStoredSession,
  isStoredSession,
  onRequest,
  onTokenRejected,
  supabase,
} from './client';

const sent: Request[] = [];

beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    sent.push(new Request(input, init));
    return Promise.resolve(Response.json([]));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('throws before connect', async () => {
  vi.resetModules();
  const fresh = await import('./client');
  expect(() => fresh.supabase()).toThrow(expect.objectContaining({ code: 'unexpected' }));
});

describe('connect', () => {
  it('resolves a relative URL against the page, and sends the publishable key', async () => {
    connect({ url: '/', key: 'sb_publishable_test' });
    await supabase().from('agents').select();
    expect(sent[0]?.url).toBe(`${window.location.origin}/rest/v1/agents?select=*`);
    expect(sent[0]?.headers.get('apikey')).toBe('sb_publishable_test');
  });

  it('accepts another origin', async () => {
    connect({ url: 'https://abc.supabase.co', key: 'sb_publishable_test' });
    await supabase().from('agents').select();
    expect(sent[0]?.url).toMatch(/^https:\/\/abc\.supabase\.co\/rest\/v1\/agents/);
  });

  it('uses PKCE for sign-in with a provider, and does not read the address itself', async () => {
    window.history.replaceState(
      null,
      '',
      '/#access_token=stolen&refresh_token=r&expires_in=60&token_type=bearer',
    );
    connect({ url: '/', key: 'sb_publishable_test' });
    const { data } = await supabase().auth.signInWithOAuth({
      provider: 'github',
      options: { skipBrowserRedirect: true },
    });
    expect(data.url).toContain('code_challenge=');
    expect((await supabase().auth.getSession()).data.session).toBeNull();
    expect(window.location.hash).toContain('access_token');
    window.history.replaceState(null, '', '/');
  });
});

describe('onRequest', () => {
  it('reports the path of each request until unsubscribed', async () => {
    connect({ url: '/', key: 'sb_publishable_test' });
    const paths: string[] = [];
    const unsubscribe = onRequest((path) => paths.push(path));
    await supabase().from('agents').select().eq('id', 'secret');
    expect(paths).toEqual(['/rest/v1/agents']);
    unsubscribe();
    await supabase().from('agents').select();
    expect(paths).toHaveLength(1);
  });
});

describe('a request whose token was rejected', () => {
  const open = (renewal: Promise<void>) => {
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 401, headers })));
    connect({ url: '/', key: 'sb_publishable_test' });
    const stop = onTokenRejected((waitFor) => {
      waitFor(renewal);
    });
    const statuses: number[] = [];
    const read = async () => {
      statuses.push((await supabase().from('agents').select().retry(false)).status);
      stop();
    };
    return { statuses, read: read() };
  };

  it('fails after the renewal of the session', async () => {
    let end: () => void = () => undefined;
    const { statuses, read } = open(new Promise<void>((resolve) => (end = resolve)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(statuses).toEqual([]);
    end();
    await read;
    expect(statuses).toEqual([401]);
  });

  it('fails after a renewal that fails', async () => {
    await open(Promise.reject(new Error('down'))).read;
  });

  it('fails after four seconds, while the auth client tries on', async () => {
    vi.useFakeTimers();
    const { statuses, read } = open(new Promise<void>(() => undefined));
    await vi.advanceTimersByTimeAsync(3_999);
    expect(statuses).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await read;
    vi.useRealTimers();
    expect(statuses).toEqual([401]);
  });
});

describe('stored sessions', () => {
  it.each([
    ['sb-127-auth-token', true],
    ['sb-abc-auth-token-code-verifier', true],
    ['slipway.sb-abc-auth-token', false],
    ['sb--auth-token', false],
    ['slipway-theme', false],
    [null, false],
    ['sb-old-auth-token', false],
  ])('recognizes the key %s: %s', (key, expected) => {
    connect({ url: key?.includes('127') ? 'http://127.0.0.1:54321' : 'https://abc.example', key: 'k' });
    expect(isStoredSession(key)).toBe(expected);
  });

  it('are deleted without touching other entries', () => {
    localStorage.setItem('sb-abc-auth-token', '{}');
    localStorage.setItem('sb-abc-auth-token-code-verifier', 'v');
    localStorage.setItem('sb-old-auth-token', '{}');
    localStorage.setItem('slipway-theme', 'dark');
    forgetStoredSession();
    expect(Object.keys(localStorage)).toEqual(['slipway-theme']);
  });
});
