/** Overlays in a real browser: timing with a fake clock, dragging with the mouse, and axe. */
import type { Page } from '@playwright/test';
import { clockTest, expect, expectAxeFindsNothing, expectReadable, open, test } from './workshopPage';

/** Open overlays: dialogs, menus, and panels beside the page. */
const OPEN = 'dialog[open], [popover]:popover-open, body > aside';

const sides = ['right', 'bottom'] as const;

/** As for pages: on the narrow one, colors are the same and more can go wrong. */
for (const width of process.env.TEST_TIER === 'nightly' ? [1280, 320] : [320]) {
  test(`axe finds nothing on an open overlay at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, 'overlays');
    const openers = page.locator('[data-opens]');
    const count = await openers.count();
    expect(count).toBe(10);
    for (let at = 0; at < count; at += 1) {
      const opener = openers.nth(at);
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(page.locator(OPEN).first()).toBeVisible();
      await page.emulateMedia({ colorScheme: 'light' });
      await expectAxeFindsNothing(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectReadable(page);
      await page.keyboard.press('Escape');
      await expect(page.locator(OPEN)).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  });
}

test('a panel is as high as the window at the end of its lines, and covers a phone', async ({ page }) => {
  const panel = page.getByRole('dialog', { name: 'Sales Outreach' }).locator('> div');
  const show = async (width: number, place = 'overlays') => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, place);
    await page.getByRole('button', { name: 'Details of Sales Outreach' }).click();
    await expect(panel).toBeVisible();
  };
  /** The duration of the entry animation, in milliseconds. */
  const duration = () =>
    panel.evaluate((element) => parseFloat(getComputedStyle(element).animationDuration) * 1000);

  await show(1280);
  expect(await duration()).toBe(200);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await duration()).toBeLessThan(1);
  // Its first frame may be that of the start of the animation.
  const box = () => panel.boundingBox();
  // It covers the page's scrollbar, too.
  await expect.poll(box).toEqual({ x: 512, y: 0, width: 768, height: 800 });
  await show(1280, 'overlays&dir=rtl');
  await expect.poll(box).toEqual({ x: 0, y: 0, width: 768, height: 800 });
  await show(390);
  await expect.poll(box).toEqual({ x: 0, y: 0, width: 390, height: 800 });
});

test('a dialog whose content only scrolls begins at its title; Tab focuses what scrolls, with all of the ring', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'overlays');
  await page.getByRole('button', { name: 'Terms' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Terms of use' })).toBeFocused();
  await page.keyboard.press('Tab');
  const content = dialog.locator('header + div');
  await expect(content).toBeFocused();
  expect(await content.evaluate((element) => getComputedStyle(element).outlineOffset)).toBe('-2px');
});

test('the page behind a dialog stays where it was (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, 'overlays');
  const placeOf = () => page.getByRole('heading', { level: 1 }).boundingBox();
  const before = await placeOf();
  const isReserved = await page.evaluate(() => document.documentElement.offsetWidth < window.innerWidth);
  expect(isReserved, 'the place of a scrollbar').toBe(true);
  await page.getByRole('button', { name: 'Details of Sales Outreach' }).click();
  await expect(page.getByRole('dialog', { name: 'Sales Outreach' })).toBeVisible();
  expect(await placeOf()).toEqual(before);
});

clockTest('a tooltip shows 700 ms after pointer enter', { tag: ['@DS-05'] }, async ({ page }) => {
  await page.clock.install();
  await open(page, 'overlays');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Redeploy' }).hover();
  const tooltip = page.getByText('Takes about a minute, without downtime.');
  await page.clock.runFor(690);
  await expect(tooltip).toBeHidden();
  await page.clock.runFor(20);
  await expect(tooltip).toBeVisible();
});

async function openDrawer(page: Page, side: (typeof sides)[number]) {
  await page.getByRole('button', { name: `From the ${side}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Navigation' });
  const panel = dialog.locator('> div');
  await expect(panel).toBeVisible();
  // Wait for the end of the animation.
  await expect
    .poll(() => panel.evaluate((element) => element.getAnimations().length), { timeout: 3_000 })
    .toBe(0);
  return { dialog, panel };
}

/** Drags the drawer toward its edge by a share of its size, starting beside its controls. */
async function drag(
  page: Page,
  panel: ReturnType<Page['locator']>,
  side: (typeof sides)[number],
  share: number,
) {
  const box = await panel.boundingBox();
  if (!box) throw new Error('The drawer is not rendered');
  const way = side === 'bottom' ? box.height * share : box.width * share;
  const [x, y] = [box.x + box.width / 2, box.y + 14];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const ends = { right: [x + way, y], bottom: [x, y + way] } as const;
  await page.mouse.move(...ends[side], { steps: 8 });
  await page.mouse.up();
}

for (const side of sides) {
  test(
    `${side}: dragged by less than a quarter it snaps back, further it closes`,
    { tag: ['@DS-06'] },
    async ({ page }) => {
      await open(page, 'overlays');
      const { dialog, panel } = await openDrawer(page, side);
      const before = await panel.boundingBox();
      await drag(page, panel, side, 0.23);
      await expect.poll(() => panel.boundingBox()).toEqual(before);
      await expect(dialog).toHaveAttribute('open');
      await drag(page, panel, side, 0.27);
      await expect(dialog).toBeHidden();
    },
  );
}

test('a drawer animates for 0.5 s, and not with reduced motion', { tag: ['@DS-07'] }, async ({ page }) => {
  await open(page, 'overlays');
  const { panel } = await openDrawer(page, 'right');
  const times = () =>
    panel.evaluate((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element);
      return [transitionDuration, animationDuration];
    });
  expect(await times()).toEqual(['0.5s', '0.5s']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const [transition, animation] = await times();
  expect(transition).toBe('0s');
  expect(Number.parseFloat(animation ?? '')).toBeLessThanOrEqual(0.00001);
});

clockTest(
  'a closed drawer is removed after 500 ms, and the page is usable at once',
  { tag: ['@DS-08'] },
  async ({ page }) => {
    await page.clock.install();
    await open(page, 'overlays');
    await page.getByRole('button', { name: 'From the right' }).click();
    const dialog = page.locator('dialog');
    await expect(dialog).toHaveAttribute('open');
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('Escape');
    await expect(dialog).not.toHaveAttribute('open');
    await expect(page.getByRole('button', { name: 'From the right' })).toBeFocused();
    await page.clock.runFor(490);
    await expect(dialog).toHaveCount(1);
    await page.clock.runFor(20);
    await expect(dialog).toHaveCount(0);
  },
);

test(
  'a tap on the handle closes after 120 ms; a second tap and a press of 250 ms do not',
  { tag: ['@DS-08'] },
  async ({ page }) => {
    await open(page, 'overlays');
    const { dialog, panel } = await openDrawer(page, 'bottom');
    const handle = panel.locator('[data-handle]');
    await handle.dblclick();
    await handle.click({ delay: 320 });
    // Nothing may happen, so there is no event to wait for: a tap would close within 120 ms.
    await page.waitForTimeout(200);
    await expect(dialog).toHaveAttribute('open');
    await handle.click();
    await expect(dialog).toBeHidden();
  },
);
