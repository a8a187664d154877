/** Search on the real database: what is typed is found literally, chips combine with it, and the address carries both. */
import { asOperator } from '../../support/server';
import { expect, test } from '../../support/test';

const names = 'main article h2, main article h3';

test(
  'a name, a word of a description and a tag are found, in any case',
  { tag: ['@MKT-50', '@MKT-51', '@MKT-52', '@MKT-53'] },
  async ({ page }) => {
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
  },
);

test('SUPPORT finds the support bot, and the count follows', { tag: ['@MKT-50'] }, async ({ page }) => {
  await page.goto('/marketplace?q=SUPPORT');
  await expect(page.getByText(/Showing [1-5] of 6 agents/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Customer Support Bot' })).toBeVisible();
});

for (const typed of ['.*', '%', '\\', '<', '_', "'", '"', '(', '{}', '*', '%25']) {
  test(`${typed} is literal`, { tag: ['@MKT-59'] }, async ({ page }) => {
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

test(
  'a chip filters, combines with the search, and "All" clears it',
  { tag: ['@MKT-54', '@MKT-55'] },
  async ({ page }) => {
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
  },
);

test(
  'nothing found says so and offers a way back',
  { tag: ['@MKT-56', '@MKT-57', '@MKT-58'] },
  async ({ page }) => {
    await page.goto('/marketplace?q=zzzz');
    await expect(page.getByText('No agents found')).toBeVisible();
    await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
    await expect(page.getByText('Showing 0 of 6 agents')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    await expect(page).toHaveURL(/\/marketplace$/);
  },
);

test('the address carries the view: a shared link opens it, and Back returns', async ({ page, context }) => {
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.getByRole('button', { name: 'Customer Service', exact: true }).click();
  await expect(page).toHaveURL(/category=customer-service/);
  await page.getByRole('searchbox').fill('support');
  await expect(page).toHaveURL(/q=support/);
  // The category alone has two.
  await expect(page.getByText('Showing 1 of 6 agents')).toBeVisible();
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
