/**
 * Icons, texts and actions stand on the lines of their neighbors; what fails keeps its place; a page has one primary button.
 * At night.
 */
import { edgesOf, iconDistance, textEdgesOf, textTopOf } from '../../support/geometry';
import { memberStates, provoked } from '../../support/pageStates';
import { expect, signedInTest } from '../../support/test';
import { isNightly } from '../../support/tier';

signedInTest.skip(!isNightly, 'places of parts: TEST_TIER=nightly');

signedInTest.use({ expectedErrors: provoked });

signedInTest('“Sign Out” stands on the line of the links beside it (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates.deployments(page);
  const bar = page.getByRole('navigation', { name: 'Main', exact: true });
  const link = await textTopOf(bar.getByRole('link', { name: 'Dashboard' }));
  expect(await textTopOf(bar.getByRole('button', { name: 'Sign Out' }))).toBeCloseTo(link, 0);
});

signedInTest('the links of the page stand on the line of those of every page (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates.deployments(page);
  const linkTop = async (bar: string, name: string) =>
    textTopOf(page.getByRole('navigation', { name: bar, exact: true }).getByRole('link', { name }));
  expect(await linkTop('This page', 'Billing')).toBe(await linkTop('Main', 'Dashboard'));
});

signedInTest('the icons of a deployment end at one edge and are equally wide (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await memberStates.deployments(page);
  const card = page.getByRole('article').filter({ hasText: 'website-support' });
  const icons = [
    card.getByRole('button', { name: /^Copy API key/ }),
    card.getByRole('link', { name: /^Open/ }),
    card.getByRole('button', { name: /^Delete/ }),
  ];
  const edges = await Promise.all(icons.map(edgesOf));
  for (const { left, right } of edges) {
    expect(right).toBeCloseTo(edges[0]?.right ?? NaN, 0);
    expect(right - left).toBeCloseTo(32, 0);
  }
});

signedInTest('the icon of a notice with several lines is beside the first (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await memberStates['deployments-ending'](page);
  const notice = page.getByRole('status').filter({ hasText: 'This agent ends on' });
  const { lines, distance } = await iconDistance(notice.locator('svg'), notice.locator('div > div'));
  expect(lines).toBeGreaterThan(1);
  expect(distance).toBeLessThan(2);
});

signedInTest(
  'on a phone, the action of a part that failed begins where its title does (20)',
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 844 });
    await memberStates['billing-failed'](page);
    const part = page.getByRole('alert').filter({ hasText: 'Couldn’t load your usage' });
    const { left } = await edgesOf(part.getByRole('heading'));
    expect((await edgesOf(part.getByRole('button'))).left).toBeCloseTo(left, 0);
  },
);

signedInTest('the total of the charges ends where their amounts do (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates.billing(page);
  const charges = page.getByRole('table', { name: /^Charges/ });
  const amount = charges.getByRole('row').last().getByRole('cell').last();
  const total = page.getByText('Total of this period so far').locator('xpath=following-sibling::*');
  const { right } = await textEdgesOf(total);
  expect(right).toBeCloseTo((await textEdgesOf(amount)).right, 0);
});

signedInTest('the facts of agents in a row are level (20)', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await memberStates.agents(page);
  const topOf = (name: string) =>
    textTopOf(page.getByRole('article').filter({ hasText: name }).getByRole('term').first());
  expect(await topOf('Churn Watcher')).toBeCloseTo(await topOf('Onboarding Guide'), 0);
});

signedInTest('the filters of the marketplace take two rows on a desk (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates['marketplace-signed-in'](page);
  const category = await edgesOf(page.getByRole('button', { name: 'Productivity', exact: true }));
  expect((await edgesOf(page.getByRole('button', { name: 'Favorites', exact: true }))).bottom).toBe(
    category.bottom,
  );
});

signedInTest('facts in rows on a phone are as close as their group (20)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await memberStates.dashboard(page);
  const card = page.getByRole('region', { name: 'Authentication status' });
  const { bottom } = await edgesOf(card.getByRole('definition').first());
  const next = await card.getByRole('term').nth(1).boundingBox();
  expect((next?.y ?? NaN) - bottom).toBeCloseTo(16, 0);
});

signedInTest('activity that failed keeps its height, so that the account stays (20)', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await memberStates['dashboard-failed'](page);
  const activity = page.getByRole('region', { name: 'Recent Activity' });
  await expect(activity.getByRole('alert')).toBeVisible({ timeout: 15_000 });
  expect((await edgesOf(activity)).height).toBeGreaterThan(350);
});

signedInTest('an agent that could not be created leaves no hole below its card (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates['agents-form-failed'](page);
  const { bottom } = await edgesOf(page.getByRole('region', { name: 'Helper isn’t created yet' }));
  const next = await page.getByRole('region', { name: 'Your agents' }).boundingBox();
  expect((next?.y ?? NaN) - bottom).toBeCloseTo(32, 0);
});

const states = [
  ...['agents-created', 'agents-form-failed', 'deployments-empty', 'deployments-key', 'billing'],
  'marketplace-signed-in',
] as const;
for (const state of states) {
  signedInTest(`${state}: at most one primary button (20)`, async ({ page }) => {
    await memberStates[state](page);
    await expect(page.locator('main [data-variant]').first()).toBeAttached();
    expect(
      await page.locator('main [data-variant="primary"]').filter({ visible: true }).count(),
    ).toBeLessThan(2);
  });
}
