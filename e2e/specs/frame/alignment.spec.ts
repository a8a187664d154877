/** Neighbors share an edge, and content ends with its card. */
import type { Locator } from '@playwright/test';
import { memberStates, provoked, visitorStates } from '../../support/pageStates';
import { expect, signedInTest, test } from '../../support/test';

const edgesOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('not visible');
  return { left: box.x, right: box.x + box.width, bottom: box.y + box.height, height: box.height };
};
/** Of the text of a button, without the space around it. */
const textEdgesOf = (place: Locator) =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    return { left, right };
  });

test('the text of “Forgot password?” ends with the field above it (20)', async ({ page }) => {
  await visitorStates['login']?.(page);
  const main = page.getByRole('main');
  const text = await textEdgesOf(main.getByRole('button', { name: 'Forgot password?' }));
  expect(text.right).toBeCloseTo((await edgesOf(main.getByLabel('Email'))).right, 0);
});

signedInTest.use({ expectedErrors: provoked });

signedInTest('plans at 768 px: actions in a row, a line for each feature (20)', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await memberStates['billing']?.(page);
  const plan = (name: string) => page.getByRole('article', { name });
  const action = await edgesOf(plan('Enterprise').getByRole('button'));
  expect((await edgesOf(plan('Pro').getByText('Your plan'))).bottom).toBeCloseTo(action.bottom, 0);
  const features = await plan('Pro').getByRole('listitem').all();
  expect(features).toHaveLength(4);
  for (const feature of features) expect((await edgesOf(feature)).height).toBeLessThan(30);
});

signedInTest('placeholders of figures stay in their cards at 320 px (20)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await memberStates['billing-waiting']?.(page);
  const outside = await page.locator('dl[aria-busy=true]').evaluateAll(
    (cards) =>
      cards.flatMap((card) => {
        const { right } = card.getBoundingClientRect();
        return [...card.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > right);
      }).length,
  );
  expect(await page.locator('dl[aria-busy=true]').count()).toBeGreaterThan(3);
  expect(outside).toBe(0);
});

signedInTest('the heading of notifications begins where their rows do (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await memberStates['notifications']?.(page);
  const panel = page.getByRole('group', { name: 'Notifications' });
  const { left } = await edgesOf(panel.getByRole('listitem').first().locator('svg'));
  expect((await edgesOf(panel.getByRole('heading', { level: 2 }))).left).toBeCloseTo(left, 0);
});

signedInTest('the icon of a notification is beside its first line (20)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await memberStates['notifications']?.(page);
  const rows = page.getByRole('group', { name: 'Notifications' }).getByRole('listitem');
  const places = await rows.evaluateAll((all) =>
    all.map((row) => {
      const text = document.createRange();
      text.selectNodeContents(row.querySelector('bdi') ?? row);
      const [first, ...others] = [...text.getClientRects()];
      const icon = row.querySelector('svg')?.getBoundingClientRect();
      const middle = (box: DOMRect | undefined) => (box ? box.top + box.height / 2 : NaN);
      return { lines: 1 + others.length, distance: Math.abs(middle(icon) - middle(first)) };
    }),
  );
  expect(Math.max(...places.map(({ lines }) => lines))).toBeGreaterThan(1);
  for (const { distance } of places) expect(distance).toBeLessThan(2);
});
