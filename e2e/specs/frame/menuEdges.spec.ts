/** The content of menus, the drawer and notifications has one edge. At night. */
import type { Locator } from '@playwright/test';
import { edgesOf, textEdgesOf } from '../../support/geometry';
import { memberStates, provoked, visitorStates } from '../../support/pageStates';
import { expect, signedInTest, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'places of parts: TEST_TIER=nightly');
signedInTest.use({ expectedErrors: provoked });

signedInTest('actions of the account menu are in the columns of its links (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates['account-menu'](page);
  const menu = page.getByRole('group', { name: 'Account menu' });
  const link = menu.getByRole('link', { name: 'My Agents' });
  const action = menu.getByRole('button', { name: 'Keyboard shortcuts' });
  expect((await edgesOf(action.locator('svg'))).left).toBe((await edgesOf(link.locator('svg'))).left);
  const labelOf = (place: Locator) =>
    place.evaluate((element) => {
      const range = document.createRange();
      if (element.lastChild) range.selectNodeContents(element.lastChild);
      return range.getBoundingClientRect().left;
    });
  expect(await labelOf(action)).toBeCloseTo(await labelOf(link), 0);
  const heights = await menu
    .locator('nav a, button:has(svg)')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
});

test('the title of the drawer begins where its labels do (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitorStates.drawer(page);
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  const { left } = await textEdgesOf(drawer.getByRole('link', { name: 'Sign In' }));
  expect((await textEdgesOf(drawer.getByRole('heading'))).left).toBeCloseTo(left, 0);
});

signedInTest('the heading of notifications begins where their rows do (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await memberStates.notifications(page);
  const panel = page.getByRole('group', { name: 'Notifications' });
  const { left } = await edgesOf(panel.getByRole('listitem').first().locator('svg'));
  expect((await edgesOf(panel.getByRole('heading', { level: 2 }))).left).toBeCloseTo(left, 0);
});

signedInTest(
  'notifications on a phone have equal margins, and the link below stays in view (20)',
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 600 });
    await memberStates.notifications(page);
    const panel = page.getByRole('group', { name: 'Notifications' });
    const { left, right, bottom } = await edgesOf(panel);
    expect(left).toBeCloseTo(320 - right, 0);
    expect(bottom).toBeLessThanOrEqual(600);
    const link = panel.getByRole('link', { name: 'Email preferences' });
    expect((await edgesOf(link)).bottom).toBeLessThanOrEqual(bottom);
    await expect(panel.getByRole('listitem').last()).not.toBeInViewport();
  },
);
