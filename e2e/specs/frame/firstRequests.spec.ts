/** The requests that documents send before the app has started: for visitors, and with the session of a user (decision 109). */
import type { Page, Request } from '@playwright/test';
import { isOver, openEarly, place } from '../../support/prerendered';
import { expect, signedInNightly, signedInTest, test } from '../../support/test';

const nameOf = (request: Request) => [request.method(), request.url(), request.postData() ?? ''].join(' ');

/** The requests of the page to the data API, in their order. */
function follow(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/rest/v1/')) sent.push(request);
  });
  return sent;
}

/** How many requests the document has to send. */
const announced = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const text = document.getElementById('slipway-requests')?.textContent ?? '[]';
    return (JSON.parse(text) as unknown[]).length;
  });

/** Remembers loading states of the app in the page's content. */
const watchLoadingStates = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = [];
    (window as unknown as { loadingStates: string[] }).loadingStates = seen;
    new MutationObserver(() => {
      for (const busy of document.querySelectorAll('#root main [aria-busy="true"]'))
        seen.push(busy.textContent);
    }).observe(document, { childList: true, subtree: true });
  });

const pages = [
  { path: '/dashboard', count: 6, shows: 'Charged to users of your agents', isWhole: false },
  { path: '/agents', count: 2, shows: 'Invoice Reader', isWhole: true },
  { path: '/deployments', count: 6, shows: 'website-support', isWhole: true },
  { path: '/billing', count: 8, shows: '$29', isWhole: false },
];
for (const { path, count, shows, isWhole } of pages) {
  // `npm test`: requests that wait for the user's, and a page that has all of its data.
  const testOf = ['/dashboard', '/deployments'].includes(path) ? signedInTest : signedInNightly;
  testOf(
    `the document of ${path} requests the user's data, and the app renders it without a loading state (23)`,
    async ({ page }) => {
      const sent = follow(page);
      await watchLoadingStates(page);
      const release = await openEarly(page, path, { hasData: true });
      await expect.poll(() => sent.length).toBe(count);
      expect(await announced(page)).toBe(count);
      const early = sent.map(nameOf);
      for (const request of sent) expect(await request.headerValue('authorization')).toMatch(/^Bearer ey/);
      await Promise.all(sent.map((request) => request.response()));
      release();
      await isOver(page);
      await expect(page.getByRole('main').getByText(shows).first()).toBeVisible();
      // The app has sent none of them again.
      expect(sent.map(nameOf).filter((name) => early.includes(name))).toEqual(early);
      if (isWhole)
        expect(
          await page.evaluate(() => (window as unknown as { loadingStates: string[] }).loadingStates),
        ).toEqual([]);
    },
  );
}

signedInTest('the list of agents has its first names before the app has started (23)', async ({ page }) => {
  const release = await openEarly(page, '/agents', { hasData: true });
  const early = place(page).locator('[data-fill="name"]');
  await expect(early.first()).toHaveText(/\w/);
  const names = await early.allTextContents();
  release();
  await isOver(page);
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toBeVisible();
  const shown = await cards.getByRole('heading', { level: 3 }).allTextContents();
  expect(shown.slice(0, names.length)).toEqual(names.slice(0, shown.length));
});

test('the document of / requests the featured agents, then their ratings (23)', async ({ page }) => {
  const sent = follow(page);
  const release = await openEarly(page, '/', { hasData: true });
  await expect.poll(() => sent.length).toBe(2);
  const early = sent.map(nameOf);
  expect(early[0]).toContain('/rest/v1/agents?select=');
  expect(early[1]).toMatch(/\/rest\/v1\/agent_reviews\?.*agent_id=in\.%28(?:[0-9a-f-]{36}(?:%2C)?){6}%29/);
  release();
  await isOver(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(sent.map(nameOf)).toEqual(early);
});

test('a visitor sends nothing for a page of users', async ({ page }) => {
  const sent = follow(page);
  const release = await openEarly(page, '/dashboard', { hasData: true });
  expect(await announced(page)).toBe(6);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Access Denied']);
  expect(sent).toEqual([]);
});
