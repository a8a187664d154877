/** The security headers of every response. */
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/**
 * Hono's own, computed once. They are set on Node's response: the middleware sets them on each `Response`, which makes
 * the adapter build `Headers` for it, validate them and copy them.
 */
export async function securityHeaders(): Promise<[name: string, value: string][]> {
  const app = new Hono().use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ['data:'],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      // Two years, like the app (`tools/cli/src/composition/headers.ts`); the library's default is half a year.
      strictTransportSecurity: 'max-age=63072000; includeSubDomains',
      crossOriginResourcePolicy: false,
    }),
  );
  app.get('/', (context) => context.body(null));
  return [...(await app.request('/')).headers];
}
