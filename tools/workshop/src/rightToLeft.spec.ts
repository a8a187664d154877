/** Right-to-left text mirrors navigation; a drawer named by a side stays on that side. */
import { expect, open, test } from './workshopPage';

test('the left arrow moves to the next tab', async ({ page }) => {
  await open(page, 'display&dir=rtl');
  await page.getByRole('tab', { name: 'About' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'About' })).toBeFocused();
});

test('a menu aligns with the right edge of its button', async ({ page }) => {
  await open(page, 'overlays&dir=rtl');
  const button = page.getByRole('button', { name: 'Actions' });
  await button.click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  const right = async (locator: typeof menu) => {
    const box = await locator.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  expect(await right(menu)).toBe(await right(button));
});

test('a drawer on the right stays on the right', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'overlays&dir=rtl');
  await page.getByRole('button', { name: 'From the right' }).click();
  const box = await page.getByRole('dialog').locator('> div').boundingBox();
  expect(box?.x).toBeGreaterThan(640);
});

test('a select has its arrow at the end of the text', async ({ page }) => {
  await open(page, 'forms&dir=rtl');
  const select = page.getByLabel('Fallback');
  const [control, arrow] = await Promise.all([select.boundingBox(), select.locator('+ svg').boundingBox()]);
  expect((arrow?.x ?? 0) - (control?.x ?? 0)).toBeLessThan(40);
});
