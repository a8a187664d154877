/** `/marketplace` on the real database: the list shows its rows, in every state. */
import { MAX_SHIFT, readShifts, watchShifts } from '../../support/layoutShifts';
import { asOperator } from '../../support/server';
import { appStarted, expect, nightly, test } from '../../support/test';

const cards = 'main article';
const names = 'main article h2, main article h3';

nightly(
  'shows six cards with the names of the database',
  { tag: ['@MKT-42', '@MKT-43', '@MKT-55'] },
  async ({ page }) => {
    const rows = (await (
      await asOperator('agents?select=name&is_public=eq.true&status=eq.active')
    ).json()) as {
      name: string;
    }[];
    await page.goto('/marketplace');
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    const shown = await page.evaluate(
      (selector) => [...document.querySelectorAll(selector)].map((heading) => heading.textContent),
      names,
    );
    expect(shown.sort()).toEqual(rows.map(({ name }) => name).sort());
  },
);

nightly('shows a name that changed in the database after a reload', async ({ page }) => {
  const [agent] = (await (await asOperator('agents?select=id,name&limit=1&is_public=eq.true')).json()) as {
    id: string;
    name: string;
  }[];
  if (!agent) throw new Error('The seed has no agent');
  await page.goto('/marketplace');
  await expect(page.getByRole('heading', { name: agent.name })).toBeVisible();
  try {
    await asOperator(`agents?id=eq.${agent.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ name: 'Renamed by the Operator' }),
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Renamed by the Operator' })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Renamed by the Operator' })).toBeVisible();
  } finally {
    await asOperator(`agents?id=eq.${agent.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ name: agent.name }),
    });
  }
});

nightly('hides an agent that is not public', { tag: ['@MKT-29'] }, async ({ page }) => {
  const [agent] = (await (await asOperator('agents?select=id,name&limit=1&is_public=eq.true')).json()) as {
    id: string;
    name: string;
  }[];
  if (!agent) throw new Error('The seed has no agent');
  try {
    await asOperator(`agents?id=eq.${agent.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ is_public: false }),
    });
    await page.goto('/marketplace');
    await expect(page.getByText('Showing 5 of 5 agents')).toBeVisible();
    await expect(page.getByRole('heading', { name: agent.name })).toHaveCount(0);
  } finally {
    await asOperator(`agents?id=eq.${agent.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ is_public: true }),
    });
  }
});

test.describe('without a backend', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_FAILED|marketplace/i });

  test(
    'shows six labeled samples in the same layout, and the live agents again without a reload',
    { tag: ['@MKT-43'] },
    async ({ page }) => {
      const texts = async () => (await page.locator(cards).allInnerTexts()).sort();
      await page.goto('/marketplace');
      await expect(page.locator(cards)).toHaveCount(6);
      const live = await texts();

      await page.route('**/rest/v1/**', (route) => route.abort());
      await page.goto('/marketplace');
      await expect(page.locator(cards)).toHaveCount(6, { timeout: 10_000 });
      await expect(page.getByText(/sample agents/i).first()).toBeVisible();
      expect(await texts()).toEqual(live);
      await page.getByRole('button', { name: 'Preview Sales Assistant' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sales Assistant' });
      await expect(dialog).toContainText('Qualifies inbound leads');
      await expect(dialog.getByText(/^sample agent:/i)).toBeVisible();
      await expect(dialog.getByRole('link', { name: 'Deploy' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.unroute('**/rest/v1/**');
      await page.getByRole('button', { name: /try again/i }).click();
      await expect(page.getByText(/sample agents/i)).toHaveCount(0);
      await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    },
  );
});

test.describe('without any network', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_|marketplace/i });

  nightly('shows the six samples for a search', { tag: ['@MKT-43'] }, async ({ page, context }) => {
    const samples = page.waitForResponse(/\/slices\/.*samples[^/]*\.js/);
    await page.goto('/marketplace');
    await expect(page.locator(cards)).toHaveCount(6);
    await samples;
    await context.setOffline(true);
    await page.getByRole('searchbox').fill('sales');
    await expect(page.getByText(/sample agents/i).first()).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('heading', { name: 'Sales Assistant' })).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await expect(page.locator(cards)).toHaveCount(6);
    await context.setOffline(false);
    await expect(page.getByText(/sample agents/i)).toHaveCount(0, { timeout: 20_000 });
  });
});

nightly('skeletons stand where cards will be, and nothing moves when they come', async ({ page }) => {
  await watchShifts(page);
  for (const path of ['/marketplace', '/']) {
    await page.route('**/rest/v1/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    // The document has the skeletons: the app may start with the cards.
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
    await appStarted(page);
    await expect(page.getByRole('heading', { name: 'Customer Support Bot' })).toBeVisible();
    const { sum, sources } = await readShifts(page);
    expect(sum, `layout shift of ${path}: ${sources.join(', ')}`).toBeLessThanOrEqual(MAX_SHIFT);
    await page.unroute('**/rest/v1/**');
  }
});
