/** Adds the security headers to every response, errors included, and removes CORS headers. */
import type { MiddlewareHandler } from 'hono';

function adjust(own: Headers, added: Record<string, string>): void {
  // `@supabase/lite` allows every origin; the app needs none but its own.
  for (const name of [...own.keys()]) if (name.startsWith('access-control-')) own.delete(name);
  for (const [name, value] of Object.entries(added)) if (!own.has(name)) own.set(name, value);
}

export const responseHeaders =
  (headers: () => Record<string, string>): MiddlewareHandler =>
  async (context, next) => {
    await next();
    const { res } = context;
    try {
      adjust(res.headers, headers()); // in place, which costs no second response
    } catch {
      // The headers of some responses cannot be changed, such as those of `fetch`.
      const copy = new Headers(res.headers);
      adjust(copy, headers());
      context.res = undefined; // otherwise Hono merges the old headers into the new response
      context.res = new Response(res.body, { status: res.status, statusText: res.statusText, headers: copy });
    }
  };
