/** Search on the real database: literal text, combined with chips, and stored in the address. */
import { asOperator } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

const names = 'main article h2, main article h3';

nightly(
  'finds a name, a word of a description and a tag, in any case',
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

// The embedded backend reads these in a query string as operators or escapes.
for (const typed of ['{}', '%25']) {
  nightly(`finds ${typed} literally`, { tag: ['@MKT-59'] }, async ({ page }) => {
    await page.goto(`/marketplace?q=${encodeURIComponent(typed)}`);
    await expect(page.getByText('Showing 0 of 6 agents')).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(typed);
  });
}

test('the address stores the filters: a shared link opens them, and Back restores the list', async ({
  page,
  context,
}) => {
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.getByRole('button', { name: 'Customer Service', exact: true }).click();
  await expect(page).toHaveURL(/category=customer-service/);
  await page.getByRole('searchbox').pressSequentially('support');
  await expect(page).toHaveURL(/q=support/);
  // The category has two agents without the search.
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
