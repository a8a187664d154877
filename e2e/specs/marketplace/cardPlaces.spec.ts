/** Cards of agents stand as their skeletons do, and their actions in columns. At night. */
import { edgesOf } from '../../support/geometry';
import { memberStates, provoked, visitorStates } from '../../support/pageStates';
import { expect, signedInTest, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'places of parts: TEST_TIER=nightly');
test.use({ expectedErrors: provoked });
signedInTest.use({ expectedErrors: provoked });

test('skeletons of agents are as high as their cards (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitorStates['marketplace-waiting'](page);
  const { height } = await edgesOf(page.locator('[data-skeleton]').first());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await visitorStates.marketplace(page);
  expect((await edgesOf(page.locator('article').first())).height).toBeCloseTo(height, 0);
});

signedInTest('“Preview” is in one column, beside “Install” and “Installed” (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates['marketplace-signed-in'](page);
  await expect(page.getByRole('button', { name: /^Installed / }).first()).toBeVisible();
  const places = await page.locator('article').evaluateAll((cards) =>
    cards.map((card) => {
      const left = (element: Element | null) => element?.getBoundingClientRect().left ?? NaN;
      return Math.round(left(card.querySelector('[aria-haspopup]')) - left(card));
    }),
  );
  expect(places.filter(Number.isNaN), 'cards without the button').toEqual([]);
  expect(new Set(places).size).toBe(1);
});
