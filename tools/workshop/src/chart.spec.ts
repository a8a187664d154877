/** Charts show values for the pointer, the arrow keys, and as a table. */
import { expect, expectAxeFindsNothing, open, test } from './workshopPage';

test('pointer and arrow keys show the values of a period; Escape hides them', async ({ page }) => {
  await open(page, 'chart');
  const figure = page.getByRole('figure', { name: 'Traffic' });
  const keys = figure.getByRole('slider', { name: 'Traffic: Day' });
  const reading = figure.locator('[data-side]');

  const box = await keys.boundingBox();
  if (!box) throw new Error('The chart has no place');
  await page.mouse.move(box.x + 1, box.y + 40);
  await expect(reading).toContainText('Oct 22');
  await expect(reading).toContainText('API calls');
  await page.mouse.move(box.x, box.y - 200);
  await expect(reading).toHaveCount(0);

  await keys.focus();
  await page.keyboard.press('End');
  await expect(reading).toContainText('Nov 20');
  await page.keyboard.press('ArrowLeft');
  await expect(reading).toContainText('Nov 19');
  await expect(keys).toHaveAttribute(
    'aria-valuetext',
    /^Nov 19, Messages [\d,]+, API calls [\d,]+, Failed \d+$/,
  );
  await page.keyboard.press('Escape');
  await expect(reading).toHaveCount(0);
});

test('the values stay inside the window, also at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, 'chart');
  const keys = page.getByRole('figure', { name: 'Traffic' }).getByRole('slider');
  await keys.focus();
  for (const key of ['Home', 'End']) {
    await page.keyboard.press(key);
    await expectAxeFindsNothing(page);
    const box = await page.locator('[data-side] > div').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  }
});

test('the table has the same values', async ({ page }) => {
  await open(page, 'chart');
  const figure = page.getByRole('figure', { name: 'Cost a day' });
  await expect(figure.getByRole('table')).toHaveCount(1);
  await figure.getByRole('button', { name: 'Show as table' }).click();
  await expect(figure.getByRole('row')).toHaveCount(31);
  await expect(figure.getByRole('row').last()).toContainText(/Nov 20\s*\$\d+\.\d\d/);
  await expectAxeFindsNothing(page);
});
