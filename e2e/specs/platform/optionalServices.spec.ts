/** No page needs a service of the backend besides the database and auth. */
import { signIn } from '../../support/accounts';
import { expect, test } from '../../support/test';

const UNUSED = /\/(?:realtime|storage|functions)\/v1\b/;

test(
  'every page works without realtime, storage and functions, and sends them no request',
  { tag: ['@DB-46'] },
  async ({ page }) => {
    const asked: string[] = [];
    await page.route(UNUSED, (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    page.on('websocket', (socket) => asked.push(socket.url()));

    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/marketplace');
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    await signIn(page);
    expect(asked).toEqual([]);
  },
);
