/** Toasts with a fake clock, and the colors of statuses, in a real browser. One file: all tests open the same page of the workshop. */
import type { Page } from '@playwright/test';
import { clockTest, expect, expectAxeFindsNothing, open, test } from './workshopPage';

const toasts = (page: Page) => page.locator('[data-toast]:not([data-leaving])');
const showToast = (page: Page, kind: string) => page.getByRole('button', { name: `Show ${kind}` }).click();

for (const kind of ['success', 'error']) {
  clockTest(`a ${kind} toast disappears after 4 s`, { tag: ['@DS-03'] }, async ({ page }) => {
    await page.clock.install();
    await open(page, 'feedback');
    await page.clock.pauseAt(Date.now() + 60_000);
    await showToast(page, kind);
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(3_900);
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(110);
    await expect(toasts(page)).toHaveCount(0);
    // The exit animation takes 0.2 s.
    await page.clock.runFor(210);
    await expect(page.locator('[data-toast]')).toHaveCount(0);
  });
}

clockTest('hover keeps a toast visible', { tag: ['@DS-03'] }, async ({ page }) => {
  await page.clock.install();
  await open(page, 'feedback');
  await page.clock.pauseAt(Date.now() + 60_000);
  await showToast(page, 'info');
  await toasts(page).hover();
  await page.clock.runFor(20_000);
  await expect(toasts(page)).toHaveCount(1);
});

test('the spinner of a message that has not arrived is round', async ({ page }) => {
  await open(page, 'chat');
  const spinner = page.locator('[data-state="ChatMessage: waiting"] [aria-hidden=true]:empty');
  const { width, height } = await spinner.evaluate((element) => {
    element.style.animation = 'none';
    return element.getBoundingClientRect();
  });
  expect([width, height]).toEqual([16, 16]);
});

test('shows three of five toasts', { tag: ['@DS-04'] }, async ({ page }) => {
  await open(page, 'feedback');
  for (const kind of ['success', 'error', 'info', 'warning', 'success']) await showToast(page, kind);
  await expect(toasts(page)).toHaveCount(3);
});

/** After two frames: a shift is reported with the frame that it is painted in. */
const readShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.shifts))));
      }),
  );

test('toasts are stacked, and one that comes or leaves is no layout shift (20)', async ({ page }) => {
  await open(page, 'feedback');
  const before = await readShifts(page);
  for (const kind of ['error', 'info', 'warning']) {
    await showToast(page, kind);
    await readShifts(page);
  }
  await expect(toasts(page)).toHaveCount(3);
  const boxOf = async (at: number) => (await toasts(page).nth(at).boundingBox()) ?? { y: 0, height: 0 };
  // Toasts are at the bottom or at the top.
  const gap = async () => {
    const [upper, lower] = [await boxOf(0), await boxOf(1)].sort((a, b) => a.y - b.y);
    return (lower?.y ?? NaN) - (upper?.y ?? NaN) - (upper?.height ?? NaN);
  };
  await expect.poll(gap).toBe(8);
  await toasts(page).first().getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.locator('[data-toast]')).toHaveCount(2);
  expect(await readShifts(page)).toBe(before);
});

clockTest('on a phone, the newest toast hides the others, until it is touched', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  await open(page, 'feedback');
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const kind of ['error', 'info', 'warning'])
    await page.getByRole('button', { name: `Show ${kind}` }).dispatchEvent('click');
  await expect(toasts(page)).toHaveCount(3);
  await page.mouse.move(0, 0);
  const shown = toasts(page).filter({ visible: true });
  await expect(shown).toHaveCount(1);
  await expect(shown.getByRole('img', { name: 'Warning' })).toBeVisible();
  const touch = () => shown.click({ position: { x: 60, y: 20 } });
  await touch();
  await expect(shown).toHaveCount(3);
  await toasts(page).first().getByRole('button', { name: 'Dismiss' }).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(300); // the exit animation
  await expect(shown).toHaveCount(1);
  await expect(shown.getByRole('img', { name: 'Information' })).toBeVisible();
  await touch();
  await expect(shown).toHaveCount(2);
  await page.clock.resume(); // axe uses timers
  await expectAxeFindsNothing(page);
});

test('a busy button is as wide as an idle one, with its spinner in the middle (20)', async ({ page }) => {
  await open(page, 'actions');
  const busy = page.locator('[data-state^=Button] [aria-busy=true]').first();
  const { widths, middles } = await busy.evaluate((button: HTMLElement) => {
    const spinner = button.querySelector('span');
    const middleOf = (element: Element | null) => {
      const { left = 0, width = 0 } = element?.getBoundingClientRect() ?? {};
      return Math.round(left + width / 2);
    };
    const middles = [middleOf(button), middleOf(spinner)];
    const idle = button.cloneNode(true) as HTMLElement;
    idle.removeAttribute('aria-busy');
    idle.querySelector('span')?.remove();
    button.after(idle);
    return { middles, widths: [button.offsetWidth, idle.offsetWidth] };
  });
  expect(widths[0]).toBe(widths[1]);
  expect(middles[0]).toBe(middles[1]);
});

test('a button whose action is done is a state, not faint as one that is unavailable (20)', async ({
  page,
}) => {
  await open(page, 'actions');
  const done = page.locator('[data-state^=Button] [data-done]').first();
  expect(await done.evaluate((button) => getComputedStyle(button).opacity)).toBe('1');
});

test('the action of a notice on a phone begins where its text does (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 'feedback');
  const notice = page.locator('[data-state^=Notice] [role=status]').filter({ has: page.getByRole('button') });
  const boxOf = async (selector: string) => await notice.locator(selector).first().boundingBox();
  const [text, action] = [await boxOf('div > div'), await boxOf('button')];
  expect(action?.x).toBeCloseTo(text?.x ?? NaN, 0);
  expect(action?.y).toBeGreaterThan((text?.y ?? NaN) + (text?.height ?? NaN));
  // The text has all the width.
  expect(text?.width).toBeGreaterThan(200);
});

test('kinds differ by a labeled icon, and axe finds nothing', { tag: ['@DS-10'] }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'feedback');
  for (const kind of ['error', 'info', 'warning']) await showToast(page, kind);
  await toasts(page).first().hover();
  for (const name of ['Error', 'Information', 'Warning']) {
    await expect(toasts(page).getByRole('img', { name })).toBeVisible();
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAxeFindsNothing(page);
  }
});

/** The name of a color, from its strongest channels. */
function nameOf(rgb: string): string {
  const [r = 0, g = 0, b = 0] = (rgb.match(/\d+/g) ?? []).map(Number);
  if (Math.max(r, g, b) - Math.min(r, g, b) < 40) return 'gray';
  if (b > r && b > g) return 'blue';
  if (g > r) return 'green';
  return g > b + 30 ? 'yellow' : 'red';
}

const states = {
  'StatusBadge: deployment': [
    ['Active', 'green'],
    ['Pending', 'yellow'],
    ['Deploying', 'yellow'],
    ['Failed', 'red'],
    ['Stopped', 'gray'],
    ['Moved away', 'gray'],
  ],
  'StatusBadge: subscription': [
    ['Active', 'green'],
    ['Trialing', 'blue'],
    ['Past due', 'yellow'],
    ['Canceled', 'red'],
    ['Incomplete', 'gray'],
  ],
} as const;

test(
  'every status has its text and color, in both themes',
  { tag: ['@DS-01', '@DS-02'] },
  async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page, 'display');
      for (const [state, badges] of Object.entries(states)) {
        for (const [word, color] of badges) {
          const badge = page.locator(`[data-state="${state}"]`).getByText(word, { exact: true });
          const rgb = await badge.evaluate((element) => getComputedStyle(element).color);
          expect([word, nameOf(rgb)]).toEqual([word, color]);
        }
      }
    }
  },
);
