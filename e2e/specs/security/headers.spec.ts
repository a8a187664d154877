/** The security headers of every response, the same in the document, and what they forbid in a browser. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { origin } from '../../support/server';
import { expect, test } from '../../support/test';

const pages = [
  ...['/', '/login', '/signup', '/marketplace', '/dashboard', '/agents', '/deployments', '/billing'],
  '/nothing-here',
];

/** By directive. */
const sourcesOf = (policy: string) =>
  new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...rest]) => [name, rest]),
  );

const own = /^'(?:none|self|sha256-[\w+/=]+)'$/;

/** The sources that are neither the app's origin, which is the backend's too, nor a hash, nor data of images. */
const foreignSources = (policy: string) =>
  [...sourcesOf(policy)]
    .filter(([name]) => !name.includes('trusted-types'))
    .flatMap(([name, sources]) =>
      sources.filter((source) => !own.test(source)).map((source) => `${name} ${source}`),
    )
    .filter((source) => source !== 'img-src data:');

for (const path of [
  ...pages,
  '/slipway.json',
  '/slices/none/x.js',
  '/rest/v1/agents',
  '/healthz',
  '/_mail',
]) {
  test(
    `${path} has every security header`,
    { tag: ['@SES-70', '@SES-71', '@SES-72', '@SES-73', '@SES-74'] },
    async ({ request }) => {
      const headers = (await request.get(origin + path)).headers();
      const policy = headers['content-security-policy'] ?? '';
      expect(foreignSources(policy)).toEqual([]);
      expect(Object.fromEntries(sourcesOf(policy))).toMatchObject({
        ...(pages.includes(path) && { 'script-src': ["'self'"], 'connect-src': ["'self'"] }),
        'default-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
      });
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['permissions-policy']).toBe('camera=(), microphone=(), geolocation=()');
    },
  );
}

test(
  'each document has the policy too, before its first script and without directives that a meta element ignores',
  { tag: ['@SES-70', '@SES-73', '@SES-75'] },
  async ({ request }) => {
    for (const path of pages) {
      const text = await (await request.get(origin + path)).text();
      const [head = ''] = text.split(/<script|<link/);
      const [, meta = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(head) ?? [];
      expect(sourcesOf(meta).get('script-src'), path).toEqual(["'self'"]);
      expect(foreignSources(meta), path).toEqual([]);
      expect(meta, path).not.toContain('frame-ancestors');
      expect(text, path).toContain('<meta name="referrer" content="strict-origin-when-cross-origin">');
    }
  },
);

test.describe('in a browser', () => {
  test.use({ expectedErrors: /frame-ancestors|X-Frame-Options|Permissions policy violation/ });

  test('the app stays blank in a frame of another site', { tag: ['@SES-71'] }, async ({ page }) => {
    const site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(`<iframe src="${origin}/"></iframe>`);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => site.once('listening', resolve));
    const answered = page.waitForResponse(`${origin}/`);
    await page.goto(`http://127.0.0.1:${String((site.address() as AddressInfo).port)}/`);
    await answered;
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
    await expect(page.frameLocator('iframe').getByRole('heading')).toHaveCount(0);
    site.close();
  });

  test(
    'camera, microphone and location are disabled, whatever the user allows',
    { tag: ['@SES-74'] },
    async ({ page, context }) => {
      await context.grantPermissions(['geolocation']);
      await page.goto('/');
      const found = await page.evaluate(async () => {
        const { featurePolicy } = document as unknown as {
          featurePolicy: { allowsFeature(name: string): boolean };
        };
        const located = new Promise<string>((resolve) => {
          navigator.geolocation.getCurrentPosition(
            () => {
              resolve('located');
            },
            ({ message }) => {
              resolve(message);
            },
          );
        });
        const allowed = ['camera', 'microphone', 'geolocation'].filter((name) =>
          featurePolicy.allowsFeature(name),
        );
        return [allowed, await located];
      });
      expect(found).toEqual([[], expect.stringMatching(/disabled.*permissions policy/i)]);
    },
  );
});
