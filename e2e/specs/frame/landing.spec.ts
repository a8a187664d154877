/** `/`: the landing page, with what the marketplace slice puts into its slot. */
import { expect, test } from '../../support/test';

test(
  'the hero, and where its two calls lead',
  { tag: ['@SHELL-01', '@SHELL-40', '@SHELL-41', '@SHELL-42', '@SHELL-43'] },
  async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Deploy AI Agents in Seconds']);
    await expect(
      page.getByText(
        'The AI agent marketplace where creators list AI agents and customers can find them. No technical expertise required.',
        { exact: true },
      ),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Submit AI Agent' })).toHaveAttribute('href', '/signup');
    await page.getByRole('link', { name: 'Browse Agents' }).click();
    await expect(page).toHaveURL(/\/marketplace$/);
    await expect(page).toHaveTitle(/^Marketplace/);
    await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeFocused();
  },
);

test('the header, signed out, offers Sign In and Get Started', { tag: ['@SHELL-51'] }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/login',
  );
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toHaveAttribute(
    'href',
    '/signup',
  );
});

test(
  'six featured agents out of the database',
  { tag: ['@MKT-01', '@MKT-09', '@MKT-11', '@MKT-16', '@MKT-20', '@MKT-23', '@MKT-27'] },
  async ({ page }) => {
    await page.goto('/');
    const cards = page.locator('article');
    await expect(page.getByRole('heading', { name: 'Featured AI Agents' })).toBeVisible();
    await expect(cards).toHaveCount(6);
    for (const card of await cards.all()) {
      await expect(card.getByText(/^by /)).toBeVisible();
      await expect(card.getByText(/^\d\.\d \(\d+\)$/)).toBeVisible();
      await expect(card.getByRole('link', { name: /View Details/ })).toHaveAttribute(
        'href',
        /^\/marketplace\?agent=[0-9a-f-]{36}$/,
      );
    }
    const all = page.getByRole('link', { name: 'Browse All Agents' });
    await expect(all).toHaveAttribute('href', '/marketplace');
    const order = await page.evaluate(() => {
      const last = [...document.querySelectorAll('article')].at(-1);
      const link = [...document.querySelectorAll('a')].find((a) => a.textContent === 'Browse All Agents');
      return last && link
        ? Boolean(last.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING)
        : false;
    });
    expect(order).toBe(true);
  },
);

test(
  'the featured read is the specified one',
  { tag: ['@MKT-03', '@MKT-04', '@MKT-05', '@MKT-06', '@MKT-07', '@MKT-08'] },
  async ({ page }) => {
    const reads: URL[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/')) reads.push(new URL(request.url()));
    });
    await page.goto('/');
    await expect(page.locator('article')).toHaveCount(6);
    const agents = reads.find((url) => url.pathname === '/rest/v1/agents');
    expect(agents?.searchParams.get('select')).toContain('full_name');
    expect(agents?.searchParams.get('is_public')).toBe('eq.true');
    expect(agents?.searchParams.get('status')).toBe('eq.active');
    expect(agents?.searchParams.get('order')).toMatch(/^created_at\.desc/);
    expect(agents?.searchParams.get('limit')).toBe('6');
    const reviews = reads.filter((url) => url.pathname === '/rest/v1/agent_reviews');
    const asked = reviews.map((url) => url.searchParams.get('agent_id') ?? '').join();
    expect(reviews.every((url) => url.searchParams.get('select')?.startsWith('rating'))).toBe(true);
    const shown = await page
      .locator('article a[href*="agent="]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('agent=')[1]));
    for (const id of shown) expect(asked).toContain(id);
  },
);

test('up to six skeletons while it loads', { tag: ['@MKT-02'] }, async ({ page }) => {
  await page.route('**/rest/v1/agents*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto('/');
  const busy = page.locator('[aria-busy=true]');
  await expect(busy).toBeVisible();
  await expect(page.locator('article')).toHaveCount(6);
  await expect(busy).toHaveCount(0);
});

test('no agents yet', { tag: ['@MKT-24', '@MKT-25', '@MKT-26'] }, async ({ page }) => {
  await page.route('**/rest/v1/agents*', (route) => route.fulfill({ json: [] }));
  await page.goto('/');
  await expect(page.getByText('No agents available yet')).toBeVisible();
  await expect(page.getByText('Be the first to publish an agent to the marketplace!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Marketplace' })).toHaveAttribute(
    'href',
    '/marketplace',
  );
});

test(
  'a long description takes three lines, and gaps are named',
  { tag: ['@MKT-15', '@MKT-17', '@MKT-10', '@MKT-12', '@MKT-14'] },
  async ({ page }) => {
    const agent = (id: number, fields: object) => ({
      id: `00000000-0000-4000-8000-00000000000${String(id)}`,
      name: `Agent ${String(id)}`,
      description: 'Word after word. '.repeat(60),
      tags: ['one', 'two', 'three', 'four', 'five'],
      pricing_model: 'per_message',
      price_per_message: 0.1,
      price_per_month: null,
      external_only: false,
      creator: { full_name: 'Jane Doe' },
      ...fields,
    });
    await page.route('**/rest/v1/agents?*', (route) =>
      route.fulfill({
        json: [
          agent(1, {}),
          agent(2, {
            external_only: true,
            creator: null,
            description: null,
            tags: [],
            pricing_model: 'free',
          }),
        ],
      }),
    );
    await page.route('**/rest/v1/agent_reviews*', (route) => route.fulfill({ json: [] }));
    await page.goto('/');
    const [full, bare] = [page.locator('article').first(), page.locator('article').last()];
    const lines = await full.getByText('Word after word.').evaluate((element) => ({
      clamp: getComputedStyle(element).webkitLineClamp,
      shown: Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
      isCut: element.scrollHeight > element.clientHeight,
    }));
    expect(lines).toEqual({ clamp: '3', shown: 3, isCut: true });
    await expect(full.getByText('+3', { exact: true })).toBeVisible();
    await expect(full.getByText('by Jane Doe')).toBeVisible();
    await expect(full.getByText('$0.1 per message')).toBeVisible();
    await expect(full.getByText('0.0 (0)')).toBeVisible();
    await expect(full.getByRole('img', { name: 'Runs on its creator’s site' })).toHaveCount(0);
    await expect(bare.getByRole('img', { name: 'Runs on its creator’s site' })).toBeVisible();
    await expect(bare.getByText('by Anonymous')).toBeVisible();
    await expect(bare.getByText('No description available')).toBeVisible();
    await expect(bare.getByText('Free', { exact: true })).toBeVisible();
  },
);

test.describe('when the read fails', () => {
  test.use({ expectedErrors: /500|featured/i });

  test(
    'it is only logged: no toast, the empty texts, and a quiet retry',
    { tag: ['@MKT-28'] },
    async ({ page }) => {
      const logged: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') logged.push(message.text());
      });
      await page.route('**/rest/v1/agents*', (route) =>
        route.fulfill({ status: 500, json: { message: 'down' } }),
      );
      await page.goto('/');
      await expect(page.getByText('No agents available yet')).toBeVisible({ timeout: 10_000 });
      await expect(page.locator('[data-state=error]')).toBeVisible();
      expect(logged.some((text) => /featured/i.test(text))).toBe(true);
      await expect(page.locator('[data-toast]')).toHaveCount(0);
      await page.unroute('**/rest/v1/agents*');
      await page.getByRole('button', { name: /retry|try again/i }).click();
      await expect(page.locator('article')).toHaveCount(6);
    },
  );
});
