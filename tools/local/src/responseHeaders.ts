/** Adds the security headers to every response, errors included, and removes CORS headers. */
import type { MiddlewareHandler } from 'hono';

/** Changes headers in place, which costs no second response. False for a response whose headers cannot be changed. */
function adjusted(own: Headers, added: Record<string, string>): boolean {
  try {
    // `@supabase/lite` allows every origin; the app needs none but its own.
    for (const name of [...own.keys()]) if (name.startsWith('access-control-')) own.delete(name);
    for (const [name, value] of Object.entries(added)) if (!own.has(name)) own.set(name, value);
    return true;
  } catch {
    return false;
  }
}

export const responseHeaders =
  (headers: () => Record<string, string>): MiddlewareHandler =>
  async (context, next) => {
    await next();
    const response = context.res;
    if (adjusted(response.headers, headers())) return;
    const merged = new Headers(headers());
    for (const [name, value] of response.headers) {
      // `@supabase/lite` allows every origin; the app needs none but its own.
      if (name.startsWith('access-control-')) continue;
      if (name === 'set-cookie') merged.append(name, value);
      else merged.set(name, value);
    }
    context.res = undefined; // otherwise Hono merges the old headers into the new response
    context.res = new Response(response.body, {
      status: response.status,
      statusText: response.statusText,
      headers: merged,
    });
  };
