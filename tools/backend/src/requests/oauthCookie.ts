/**
 * Binds the state of a sign-in with a provider to the browser that began it, with a cookie. `@supabase/lite` completes a
 * callback in any browser, so an attacker could let another user's browser finish the attacker's sign-in.
 * Hosted Supabase: GoTrue has no cookie either; there, the PKCE verifier in the browser protects the `?code=`.
 */
import { trimmedPath } from '@slipway/server';
import type { Respond } from './handler';

/** Seconds. The library accepts a state for five minutes. */
const LIFETIME = 600;

/** On the redirect to the app's own host name, so that a proxy that hides the name causes no loop. */
const MARK = 'canonical';

/**
 * The cookie of one sign-in: two tabs can each have one. With the prefix, no other host can set it; browsers accept it
 * over https only.
 */
const nameOf = (state: string, { protocol }: URL) =>
  `${protocol === 'https:' ? '__Host-' : ''}slipway-oauth-${state}`;

const isState = (state: string | null): state is string => state !== null && /^[\w-]{1,64}$/.test(state);

function hasCookie(request: Request, name: string): boolean {
  const pairs = (request.headers.get('cookie') ?? '').split(';');
  return pairs.some((pair) => pair.trim() === `${name}=1`);
}

const cookie = (name: string, value: string, seconds: number, origin: URL) =>
  [
    `${name}=${value}`,
    'Path=/', // which the prefix requires
    `Max-Age=${String(seconds)}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(origin.protocol === 'https:' ? ['Secure'] : []),
  ].join('; ');

const redirect = (location: string) => new Response(null, { status: 303, headers: { location } });

const withCookie = (response: Response, value: string) => {
  const headers = new Headers(response.headers);
  headers.append('set-cookie', value);
  return new Response(response.body, { status: response.status, headers });
};

const isLocal = (hostname: string) => /^(?:127\.0\.0\.1|(?:.+\.)?localhost)$/.test(hostname);

export function withOAuthCookie(respond: Respond, appOrigin: string): Respond {
  const origin = new URL(appOrigin);

  const authorize = async (request: Request, url: URL) => {
    // The provider redirects to the app's host name, where a cookie of another name of this machine would be missing.
    const isOtherName = url.hostname !== origin.hostname && isLocal(url.hostname) && isLocal(origin.hostname);
    if (isOtherName && !url.searchParams.has(MARK)) {
      url.searchParams.set(MARK, '1');
      return redirect(`${origin.origin}${url.pathname}${url.search}`);
    }
    url.searchParams.delete(MARK);
    const response = await respond(new Request(url, request));
    const location = response.headers.get('location');
    const state = location && URL.canParse(location) ? new URL(location).searchParams.get('state') : null;
    return isState(state)
      ? withCookie(response, cookie(nameOf(state, origin), '1', LIFETIME, origin))
      : response;
  };

  const callback = async (request: Request, url: URL) => {
    // Only providers that are not offered here send a form.
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } });
    const state = url.searchParams.get('state');
    if (!isState(state) || !hasCookie(request, nameOf(state, origin))) {
      const error = new URLSearchParams({
        error: 'access_denied',
        error_code: 'bad_oauth_state',
        error_description: 'This browser did not begin the sign-in',
      });
      return redirect(`${origin.origin}/login?${error.toString()}`);
    }
    return withCookie(await respond(request), cookie(nameOf(state, origin), '', 0, origin));
  };

  return async (request) => {
    const url = new URL(request.url);
    const path = trimmedPath(url.pathname);
    if (path === '/auth/v1/authorize') return authorize(request, url);
    if (path === '/auth/v1/callback') return callback(request, url);
    return respond(request);
  };
}
