/** `/marketplace` on the real database: what is in it is on the page, and every search says so in the address. */
import { asOperator } from './server';
import { expect, test } from './test';

const cards = 'main article';
const names = 'main article h2, main article h3';

test('MKT-42 MKT-43 MKT-55 six cards, whose names are what the database says', async ({ page }) => {
  const rows = (await (await asOperator('agents?select=name&is_public=eq.true&status=eq.active')).json()) as {
    name: string;
  }[];
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  const shown = await page.evaluate(
    (selector) => [...document.querySelectorAll(selector)].map((heading) => heading.textContent),
    names,
  );
  expect(shown.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('a name changed in the database is changed on the page after a reload', async ({ page }) => {
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

test('MKT-29 an agent that is not public, or not active, is nowhere', async ({ page }) => {
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

test('MKT-40 MKT-41 a search box, and six chips in their order with "All" chosen', async ({ page }) => {
  await page.goto('/marketplace');
  await expect(page.getByRole('searchbox')).toBeVisible();
  const chips = page.getByRole('main').locator('button[aria-pressed]');
  await expect(chips).toHaveText([
    'All',
    'Customer Service',
    'Sales',
    'Content',
    'Analytics',
    'Productivity',
  ]);
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('button[aria-pressed=true]')).toHaveCount(1);
});

test('MKT-44 each card shows name, description, tags, rating, downloads and price', async ({ page }) => {
  await page.goto('/marketplace');
  await expect(page.locator(cards)).toHaveCount(6);
  const rows = (await (
    await asOperator(
      'agent_listings?select=name,description,tags,average_rating,pricing_model,price_per_month',
    )
  ).json()) as {
    name: string;
    description: string;
    tags: string[];
    average_rating: number;
    pricing_model: string;
    price_per_month: number | null;
  }[];
  for (const row of rows) {
    const card = page.locator(cards).filter({ hasText: row.name });
    await expect(card).toContainText(row.description);
    await expect(card).toContainText(row.tags[0] ?? '');
    await expect(card).toContainText(row.average_rating.toFixed(1));
    await expect(card).toContainText(
      row.pricing_model === 'free' ? 'Free' : `$${String(row.price_per_month)}/month`,
    );
    await expect(card).toContainText(/download/i);
  }
});

test('MKT-50 MKT-51 MKT-52 MKT-53 a name, a word of a description and a tag are found, in any case', async ({
  page,
}) => {
  const [agent] = (await (
    await asOperator('agent_listings?select=name,tags,description&limit=1&order=name')
  ).json()) as {
    name: string;
    tags: string[];
    description: string;
  }[];
  if (!agent) throw new Error('The seed has no agent');
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  const word = agent.description.split(/\W+/).sort((a, b) => b.length - a.length)[0] ?? '';
  for (const text of [agent.name, agent.tags[0] ?? '', word]) {
    for (const typed of [text.toUpperCase(), text.toLowerCase()]) {
      await page.getByRole('searchbox').fill(typed);
      await expect(page).toHaveURL(
        new RegExp(`q=${encodeURIComponent(typed).replaceAll('%20', '(\\+|%20)')}`),
      );
      await expect(page.getByRole('heading', { name: agent.name })).toBeVisible();
    }
  }
});

test('MKT-50 SUPPORT finds the support bot, and the count follows', async ({ page }) => {
  await page.goto('/marketplace?q=SUPPORT');
  await expect(page.getByText(/Showing [1-5] of 6 agents/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Customer Support Bot' })).toBeVisible();
});

for (const typed of ['.*', '%', '\\', '<', '_', "'", '"', '(', '{}', '*', '%25']) {
  test(`MKT-59 ${typed} is literal`, async ({ page }) => {
    const rows = (await (await asOperator('agent_listings?select=name,description,tags')).json()) as {
      name: string;
      description: string | null;
      tags: string[];
    }[];
    const matches = rows.filter(({ name, description, tags }) =>
      [name, description ?? '', ...tags].some((text) => text.toLowerCase().includes(typed)),
    ).length;
    await page.goto(`/marketplace?q=${encodeURIComponent(typed)}`);
    await expect(page.getByText(`Showing ${String(matches)} of 6 agents`)).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(typed);
  });
}

test('MKT-54 MKT-55 a chip filters, combines with the search, and "All" clears it', async ({ page }) => {
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  const sales = (await (await asOperator('agent_listings?select=name&category=eq.sales')).json()) as {
    name: string;
  }[];
  await page.getByRole('button', { name: 'Sales', exact: true }).click();
  await expect(page).toHaveURL(/category=sales/);
  await expect(page.getByText(`Showing ${String(sales.length)} of 6 agents`)).toBeVisible();
  await page.getByRole('searchbox').fill('zzzz');
  await expect(page).toHaveURL(/category=sales/);
  await expect(page).toHaveURL(/q=zzzz/);
  await expect(page.getByText('Showing 0 of 6 agents')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await expect(page).not.toHaveURL(/category=/);
});

test('MKT-56 MKT-57 MKT-58 nothing found says so and offers a way back', async ({ page }) => {
  await page.goto('/marketplace?q=zzzz');
  await expect(page.getByText('No agents found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
  await expect(page.getByText('Showing 0 of 6 agents')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await expect(page).toHaveURL(/\/marketplace$/);
});

test('the address carries the view: a shared link opens it, and Back returns', async ({ page, context }) => {
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.getByRole('button', { name: 'Customer Service', exact: true }).click();
  await expect(page).toHaveURL(/category=customer-service/);
  await page.getByRole('searchbox').fill('support');
  await expect(page).toHaveURL(/q=support/);
  await expect(page.getByText(/Showing [1-5] of 6 agents/)).toBeVisible();
  const shown = await page.locator(names).allTextContents();

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('searchbox')).toHaveValue('support');
  await expect(other.getByRole('button', { name: 'Customer Service', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(other.locator(names)).toHaveText(shown);
  await other.close();

  await page.goBack();
  await expect(page).toHaveURL(/\/marketplace$/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
});

test.describe('without a backend', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_FAILED|marketplace/i });

  test('MKT-43 the six samples are shown as the live ones are, labelled, and those come back without a reload', async ({
    page,
  }) => {
    const texts = async () => (await page.locator(cards).allInnerTexts()).sort();
    await page.goto('/marketplace');
    await expect(page.locator(cards)).toHaveCount(6);
    const live = await texts();

    await page.route('**/rest/v1/**', (route) => route.abort());
    await page.goto('/marketplace');
    await expect(page.locator(cards)).toHaveCount(6, { timeout: 10_000 });
    await expect(page.getByText(/sample catalogue/i).first()).toBeVisible();
    expect(await texts()).toEqual(live);
    await page.unroute('**/rest/v1/**');
    await page.getByRole('button', { name: /try again/i }).click();
    await expect(page.getByText(/sample catalogue/i)).toHaveCount(0);
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  });
});

test('skeletons stand where cards will be, and nothing moves when they come', async ({ page }) => {
  await page.addInitScript(() => {
    const total = { value: 0 };
    Object.assign(window, { layoutShift: total });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) total.value += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/marketplace', '/']) {
    await page.route('**/rest/v1/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto(path);
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Customer Support Bot' })).toBeVisible();
    const shift = await page.evaluate(
      () => (window as unknown as { layoutShift: { value: number } }).layoutShift.value,
    );
    expect(shift, `layout shift of ${path}`).toBeLessThanOrEqual(0.02);
    await page.unroute('**/rest/v1/**');
  }
});
