/** Overlays open fast on slow phones (INP): the press shows first, and the page is styled once. */
import type { Page } from '@playwright/test';
import { expect, signedInTest } from '../../support/test';

/** Runs `act`, and returns how many elements got their styles in each pass, and how many there are. */
async function styled(page: Page, act: () => Promise<void>): Promise<{ counts: number[]; all: number }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const all = await page.evaluate(() => document.querySelectorAll('#root *').length);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const counts = traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' && args.elementCount !== undefined ? [args.elementCount] : [],
  );
  return { counts, all };
}

signedInTest('rules that a component adds change the styles of no other element', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // With a media query and an animation. The dialog itself makes the page inert, which is one pass over all elements.
  const { counts, all } = await styled(page, async () => {
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  expect(all).toBeGreaterThan(200);
  expect(counts.filter((count) => count > all / 2)).toHaveLength(1);
});

signedInTest('a press of Enter shows before the dialog that it opens', async ({ page }) => {
  await page.goto('/dashboard');
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const state = document.querySelector('dialog[open]')
        ? 'dialog'
        : document.querySelector('[data-pressed]')
          ? 'pressed'
          : undefined;
      if (state && seen.at(-1) !== state) seen.push(state);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.getByRole('button', { name: 'Search' }).focus();
  await page.keyboard.down('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.up('Enter');
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([
    'pressed',
    'dialog',
  ]);
});
