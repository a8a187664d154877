/** Untrusted text in the marketplace's cards is shown as text and does not break the layout. */
import type { Page } from '@playwright/test';
import { asOperator } from '../../support/server';
import { expect, test } from '../../support/test';

const bot = 'a0000000-0000-4000-8000-000000000001';

const samples = {
  markup: '<img src=x onerror=alert(1)>',
  'a script address': '[press](javascript:alert(1))',
  'a right-to-left override': '\u202Egnp.tiusni \u2066left open',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(4),
  'zero-width joiners': 'a\u200Db\u200Bc\uFEFFd',
  'one long word': 'x'.repeat(80),
};

const change = (values: object) =>
  asOperator(`agents?id=eq.${bot}`, { method: 'PATCH', body: JSON.stringify(values) });

/** By how many CSS pixels the page and its cards are wider than their boxes. */
const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('html, main article')].map(
        (each) => each.scrollWidth - each.clientWidth,
      ),
    ),
  );

let before: object | undefined;
test.beforeAll(async () => {
  [before] = (await (
    await asOperator(`agents?select=name,description,tags&id=eq.${bot}`)
  ).json()) as object[];
});
test.afterEach(() => change(before ?? {}));

for (const [kind, text] of Object.entries(samples)) {
  test(`${kind} in a name, a description and a tag is shown as text, and the card keeps its layout`, async ({
    page,
  }) => {
    await change({ name: text, description: text.repeat(10), tags: [text.slice(0, 30)] });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto('/marketplace');
    const card = page.locator('main article').first();
    await expect(card.getByRole('heading')).toHaveText(text);
    await expect(page.locator('main article')).toHaveCount(6);
    await expect(page.locator('main img, main article a[href^="javascript"]')).toHaveCount(0);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    // The price is at the end of its line, also when the name changes the direction of text.
    const [name, price] = [
      await card.getByRole('heading').boundingBox(),
      await card.getByText('Free', { exact: true }).boundingBox(),
    ];
    expect(price?.x).toBeGreaterThan(name?.x ?? Infinity);
    await card.getByRole('link').first().click();
    await expect(page).toHaveURL(/\?tag=/);
    await expect(page.locator('main article')).toHaveCount(1);
  });
}

test('the database rejects a description of a megabyte, and the page clamps one to three lines', async ({
  page,
}) => {
  const long = 'word '.repeat(200_000);
  await expect(change({ description: long })).rejects.toThrow(/400.*agents_description_length/);

  await page.route('**/rest/v1/rpc/search_listings*', async (route) => {
    const response = await route.fetch();
    const [first, ...others] = (await response.json()) as object[];
    await route.fulfill({ response, json: [{ ...first, description: long }, ...others] });
  });
  await page.goto('/marketplace');
  const cards = page.locator('main article');
  await expect(cards).toHaveCount(6);
  const heights = await cards.evaluateAll((all) => all.map((each) => each.clientHeight));
  expect(heights[0]).toBe(heights[1]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
