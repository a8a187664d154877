/** Untrusted text in the marketplace's cards is shown as text and does not break the layout. */
import type { Page } from '@playwright/test';
import { startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { serverResponse } from '../../support/serverResponse';
import { expect, nightly, test } from '../../support/test';

const samples = {
  markup: '<img src=x onerror=alert(1)>',
  'a script address': '[press](javascript:alert(1))',
  'a right-to-left override': '\u202Egnp.tiusni \u2066left open',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(4),
  'zero-width joiners': 'a\u200Db\u200Bc\uFEFFd',
  'one long word': 'x'.repeat(80),
};

/** The agents of the seed: one for each sample. */
const ids = Object.keys(samples).map((_, index) => `a0000000-0000-4000-8000-00000000000${String(index + 1)}`);

const change = (id: string, values: object) =>
  asOperator(`agents?id=eq.${id}`, { method: 'PATCH', body: JSON.stringify(values) });

/** By how many CSS pixels the page and its cards are wider than their boxes. */
const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('html, main article')].map(
        (each) => each.scrollWidth - each.clientWidth,
      ),
    ),
  );

let before: { id: string }[];
test.beforeAll(async () => {
  const rows = await asOperator(`agents?select=id,name,description,tags&id=in.(${ids.join()})`);
  before = (await rows.json()) as typeof before;
});
test.afterEach(async () => {
  for (const { id, ...values } of before) await change(id, values);
});

test('untrusted text in names, descriptions and tags is shown as text, and the cards keep their layout', async ({
  page,
}) => {
  const texts = Object.values(samples);
  for (const [index, text] of texts.entries())
    await change(ids[index] ?? '', { name: text, description: text.repeat(10), tags: [text.slice(0, 30)] });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/marketplace');
  const cards = page.locator('main article');
  await expect(cards).toHaveCount(texts.length);
  await expect(page.locator('main img, main article a[href^="javascript"]')).toHaveCount(0);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const names = await cards.getByRole('heading').allTextContents();
  expect(names.sort()).toEqual(texts.sort());
  // The price is at the end of its line, also when the name changes the direction of text.
  for (const card of await cards.all()) {
    const name = await card.getByRole('heading').boundingBox();
    const price = await card
      .getByText(/^(?:Free|\$)/)
      .first()
      .boundingBox();
    expect(price?.x).toBeGreaterThan(name?.x ?? Infinity);
  }
  await cards.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\?tag=/);
  await expect(cards).toHaveCount(1);
});

nightly(
  'a long name of a creator or an agent does not widen its page, nor those of deployers',
  async ({ page }) => {
    const name = samples['one long word'];
    const nameCreator = async (full_name: string) =>
      asOperator(`profiles?id=eq.${creator}`, { method: 'PATCH', body: JSON.stringify({ full_name }) });
    const agents = (await (await asOperator(`agents?select=creator_id&id=eq.${ids[0] ?? ''}`)).json()) as {
      creator_id: string;
    }[];
    const creator = agents[0]?.creator_id ?? '';
    const profiles = (await (await asOperator(`profiles?select=full_name&id=eq.${creator}`)).json()) as {
      full_name: string;
    }[];
    await nameCreator(name);
    try {
      for (const id of ids) await change(id, { name });
      await startSession(page);
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(`/marketplace?creator=${creator}`);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      expect(await overflow(page)).toBe(0);
      await page.goto('/deployments');
      await expect(page.locator('main article').getByText(name).first()).toBeVisible();
      expect(await overflow(page)).toBe(0);
    } finally {
      await nameCreator(profiles[0]?.full_name ?? '');
    }
  },
);

nightly('a long word of a review does not widen the details of its agent', async ({ page }) => {
  const body = samples['one long word'];
  await page.route('**/rest/v1/agent_reviews*', async (route) => {
    const response = await serverResponse(route);
    const rows = (await response.json()) as object[];
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, body })) });
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`/marketplace?agent=${ids[0] ?? ''}`);
  const review = page.getByRole('dialog').getByText(body).first();
  await expect(review).toBeVisible();
  const { x, width } = (await review.boundingBox()) ?? { x: 0, width: Infinity };
  expect(x + width).toBeLessThanOrEqual(320);
});

nightly(
  'the database rejects a description of a megabyte, and the page clamps one to three lines',
  async ({ page }) => {
    const long = 'word '.repeat(200_000);
    await expect(change(ids[0] ?? '', { description: long })).rejects.toThrow(
      /400.*agents_description_length/,
    );

    await page.route('**/rest/v1/rpc/search_listings*', async (route) => {
      const response = await serverResponse(route);
      const [first, ...others] = (await response.json()) as object[];
      await route.fulfill({ response, json: [{ ...first, description: long }, ...others] });
    });
    await page.goto('/marketplace');
    const cards = page.locator('main article');
    await expect(cards).toHaveCount(6);
    const heights = await cards.evaluateAll((all) => all.map((each) => each.clientHeight));
    expect(heights[0]).toBe(heights[1]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  },
);
