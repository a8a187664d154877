/** What every answer carries, errors too: the security headers, and no leave for other origins to read it. */
import type { MiddlewareHandler } from 'hono';

export const answerHeaders =
  (headers: () => Record<string, string>): MiddlewareHandler =>
  async (context, next) => {
    await next();
    const answer = context.res;
    const merged = new Headers(headers());
    for (const [name, value] of answer.headers) {
      // One origin: `@supabase/lite` would open the API to any page a person visits.
      if (name.startsWith('access-control-')) continue;
      if (name === 'set-cookie') merged.append(name, value);
      else merged.set(name, value);
    }
    context.res = undefined; // or Hono would merge the old headers back in
    context.res = new Response(answer.body, {
      status: answer.status,
      statusText: answer.statusText,
      headers: merged,
    });
  };
