/** Nothing is preloaded that the page does not use. The browser warns of it some seconds after a page has loaded. */
import { serverResponse } from '../../support/serverResponse';
import { expect, signedInNightly, test } from '../../support/test';

const WARNING = /was preloaded using link preload but not used/;
const routes = {
  stranger: ['/', '/marketplace', '/login', '/signup'],
  user: ['/dashboard', '/agents', '/deployments', '/billing'],
};

for (const [visitor, paths] of Object.entries(routes)) {
  // In `npm test`, the pages of a visitor: one document makes the preloads of all.
  const run = visitor === 'user' ? signedInNightly : test;
  run(`no page of a ${visitor} warns of a wasted preload (23)`, async ({ context }) => {
    const warned = new Map<string, string[]>();
    const open = async (path: string, name: string) => {
      const page = await context.newPage();
      const texts: string[] = [];
      warned.set(name, texts);
      page.on('console', (message) => {
        if (WARNING.test(message.text())) texts.push(message.text());
      });
      await page.goto(path, { waitUntil: 'load' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    };
    await Promise.all(paths.map((path) => open(path, path)));
    // The last page to load preloads a file too many: once the browser has warned of that one, it has of the others.
    await context.route('**/marketplace?wasted', async (route) => {
      const response = await serverResponse(route);
      const body = (await response.text()).replace(
        '</head>',
        '<link rel="preload" as="fetch" href="/robots.txt" crossorigin="anonymous"></head>',
      );
      await route.fulfill({ response, body });
    });
    await open('/marketplace?wasted', 'wasted');
    await expect.poll(() => warned.get('wasted')?.join('\n'), { timeout: 15_000 }).toContain('/robots.txt');
    expect(paths.flatMap((path) => warned.get(path) ?? [])).toEqual([]);
  });
}
