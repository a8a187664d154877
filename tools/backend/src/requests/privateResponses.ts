/**
 * Keeps private responses out of caches: every response of the auth service, and of the data API to a user. `Vary` stops a
 * cache in front of the server from sending one user's response to another, even if it ignores `no-store`.
 */
import { isRest, type Respond } from './handler';

export const withPrivateHeaders =
  (respond: Respond, publishableKey: string): Respond =>
  async (request) => {
    const { status, statusText, headers, body } = await respond(request);
    const marked = new Headers(headers);
    marked.append('vary', 'Authorization');
    const authorization = request.headers.get('authorization');
    // A visitor's requests carry the publishable key, and their responses are public.
    const isPublic = isRest(request) && (!authorization || authorization === `Bearer ${publishableKey}`);
    if (!isPublic) marked.set('cache-control', 'no-store');
    return new Response(body, { status, statusText, headers: marked });
  };
