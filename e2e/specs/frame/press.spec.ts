/** A press answers in the next frame, also one whose page takes longer (INP). */
import { expect, test } from '../../support/test';

test('a pressed link and a pressed button look pressed at once', async ({ page }) => {
  await page.goto('/login');
  const link = page.locator('#root header a').last();
  const button = page.locator('#root form button[type=submit]');
  await expect(button).toBeEnabled();
  for (const part of [link, button]) {
    await expect(part).toHaveCSS('opacity', '1');
    await part.hover();
    await page.mouse.down();
    await expect(part).toHaveCSS('opacity', '0.75');
    // Released elsewhere: no click.
    await page.mouse.move(2, 400);
    await page.mouse.up();
    await expect(part).toHaveCSS('opacity', '1');
  }
});

test('a link on which Enter is pressed looks pressed until the key is up', async ({ page }) => {
  await page.goto('/login');
  const link = page.locator('#root header a').last();
  await page.evaluate(() => {
    document.addEventListener('click', (event) => event.preventDefault());
  });
  await link.focus();
  await page.keyboard.down('Enter');
  await expect(link).toHaveCSS('opacity', '0.75');
  await page.keyboard.up('Enter');
  await expect(link).toHaveCSS('opacity', '1');
});

test('the start of a view transition computes the styles of a few elements again, not of all', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.evaluate(() => document.startViewTransition(() => undefined).finished);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const counts = traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' && args.elementCount !== undefined ? [args.elementCount] : [],
  );
  expect(counts.length).toBeGreaterThan(0);
  expect(Math.max(...counts)).toBeLessThan(40);
});
