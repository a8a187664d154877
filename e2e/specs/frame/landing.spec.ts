/** `/`: the landing page, with the featured agents of the marketplace slice in its slot. */
import { expect, test } from '../../support/test';

test(
  'the hero links to the sign-up page and the marketplace, above six featured agents of the database',
  {
    tag: [
      ...['@SHELL-01', '@SHELL-40', '@SHELL-41', '@SHELL-42', '@SHELL-43', '@SHELL-47'],
      ...['@MKT-01', '@MKT-09', '@MKT-11', '@MKT-16', '@MKT-20', '@MKT-23', '@MKT-27'],
    ],
  },
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
    const parts = [
      ...[page.getByRole('banner'), page.getByRole('heading', { level: 1 })],
      page.getByRole('heading', { name: 'Instant Deployment' }),
      ...[page.getByRole('heading', { name: 'Featured AI Agents' }), cards.last(), all],
      page.getByRole('heading', { name: 'Quick Deployment' }),
      ...[page.getByRole('link', { name: /^Schedule a call/ }), page.getByRole('contentinfo')],
    ];
    const tops: number[] = [];
    for (const part of parts) tops.push((await part.boundingBox())?.y ?? -1);
    expect(tops).toEqual([...new Set(tops)].sort((one, other) => one - other));

    await page.getByRole('link', { name: 'Browse Agents' }).click();
    await expect(page).toHaveURL(/\/marketplace$/);
    await expect(page).toHaveTitle(/^Marketplace/);
    await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeFocused();
  },
);

test(
  'clamps a long description to three lines, and labels missing values',
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
