/** An agent’s details over the list, and installing it, on the real database. One file: all tests open the same agent. */
import { newUser, signIn, startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

const bot = 'a0000000-0000-4000-8000-000000000001';
const name = 'Customer Support Bot';

test(
  'Preview opens the details at the address of the agent; Back closes them and returns the focus',
  { tag: ['@MKT-49'] },
  async ({ page }) => {
    await page.goto('/marketplace?category=customer-service');
    const preview = page.getByRole('button', { name: `Preview ${name}` });
    await preview.click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('by Slipway')).toBeVisible();
    await expect(dialog.getByText(/^Answers customer questions around the clock/)).toBeVisible();
    await dialog.getByLabel('Message').fill('Two words');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByText(/You wrote: “Two words”/).first()).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Reviews' })).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'out of 5' }).first()).toBeVisible();
    expect(new URL(page.url()).searchParams.get('agent')).toBe(bot);
    await expect(page).toHaveTitle(`${name} · Slipway`);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveTitle('Marketplace · Slipway');
    await expect(preview).toBeFocused();
    await expect(page).toHaveURL(/\/marketplace\?category=customer-service$/);

    await preview.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/marketplace\?category=customer-service$/);
  },
);

test(
  'Install shows one message; a visitor’s installation is recorded after signing in',
  { tag: ['@MKT-48'] },
  async ({ page }) => {
    const user = await newUser();
    const recorded = async () =>
      (await (await asOperator(`agent_installs?select=agent_id&user_id=eq.${user.id}`)).json()) as unknown[];

    await page.goto('/marketplace');
    await page.getByRole('button', { name: `Install ${name}` }).click();
    await expect(page.getByText(`${name} installed successfully!`, { exact: true })).toBeVisible();
    await expect(page.locator('[data-toast]')).toHaveCount(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/marketplace$/);
    await expect(page.getByRole('button', { name: `Installed ${name}` })).toBeFocused();

    await signIn(page, user);
    await page.goto('/marketplace');
    await expect(page.getByRole('button', { name: `Installed ${name}` })).toBeVisible();
    expect(await recorded()).toEqual([{ agent_id: bot }]);

    await page.getByRole('button', { name: `Preview ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click();
    await expect(page.getByText(`${name} uninstalled`, { exact: true })).toBeVisible();
    expect(await recorded()).toEqual([]);
  },
);

test('a user writes, changes and deletes a review, and a draft survives closing the dialog', async ({
  page,
}) => {
  const user = await newUser();
  await startSession(page, user);
  await page.goto(`/marketplace?agent=${bot}`);
  const dialog = page.getByRole('dialog', { name });
  const text = '<img src=x onerror=alert(1)> [a](javascript:alert(1)) \u202Eright to left';
  await dialog.getByLabel('Your rating').selectOption('4');
  await dialog.getByLabel('Your review').fill(text);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/marketplace?agent=${bot}`);
  await expect(page).toHaveTitle(`${name} · Slipway`);
  await expect(dialog.getByLabel('Your rating')).toHaveValue('4');
  await expect(dialog.getByLabel('Your review')).toHaveValue(text);
  await dialog.getByRole('button', { name: 'Publish review' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: '<img src=x onerror' })).toBeVisible();
  await expect(dialog.locator('img')).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /review/.test(key)))).toEqual(
    [],
  );

  await dialog.getByLabel('Your review').fill('Changed my mind');
  await dialog.getByRole('button', { name: 'Save review' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Changed my mind' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete review' }).click();
  await expect(dialog.getByRole('button', { name: 'Publish review' })).toBeVisible();
  const left = await asOperator(`agent_reviews?select=id&user_id=eq.${user.id}`);
  expect(await left.json()).toEqual([]);
});

nightly(
  'shows how ratings are spread; a user marks a review as helpful once, and it comes first',
  async ({ page }) => {
    const user = await newUser();
    await page.goto(`/marketplace?agent=${bot}`);
    const dialog = page.getByRole('dialog', { name });
    const spread = dialog.getByRole('list', { name: 'Rating breakdown' });
    await expect(spread.getByRole('listitem')).toHaveCount(5);
    const rows = (await (
      await asOperator(`agent_reviews?select=rating&agent_id=eq.${bot}`)
    ).json()) as unknown[];
    const fives = rows.filter((row) => (row as { rating: number }).rating === 5).length;
    await expect(spread).toContainText(`5 out of 5: ${String(fives)} ratings`);
    await expect(dialog.getByRole('button', { name: /^Helpful/ })).toHaveCount(0);

    await startSession(page, user);
    await page.goto(`/marketplace?agent=${bot}`);
    const reviews = dialog
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Helpful/ }) });
    const third = reviews.nth(2);
    const text = await third.innerText();
    const helpful = third.getByRole('button', { name: /^Helpful/ });
    await helpful.click();
    await expect(helpful).toHaveText('Helpful (1)');
    await expect(helpful).toHaveAttribute('aria-pressed', 'true');
    await dialog.getByLabel('Sort by').selectOption('Most helpful');
    await expect(reviews.first()).toContainText(text.split('\n')[1] ?? text);

    await page.reload();
    await dialog.getByLabel('Sort by').selectOption('Most helpful');
    const first = reviews.first().getByRole('button', { name: /^Helpful/ });
    await expect(first).toHaveText('Helpful (1)');
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await first.click();
    await expect(first).toHaveText('Helpful');
    expect(await (await asOperator(`agent_review_votes?user_id=eq.${user.id}`)).json()).toEqual([]);
  },
);

nightly(
  'shows untrusted text of a description as text: no markup, script link, image or overflow',
  async ({ page }) => {
    const [before] = (await (await asOperator(`agents?select=description&id=eq.${bot}`)).json()) as {
      description: string;
    }[];
    const set = (description: string | undefined) =>
      asOperator(`agents?id=eq.${bot}`, { method: 'PATCH', body: JSON.stringify({ description }) });
    const long = 'x'.repeat(300);
    try {
      await set(
        `<img src=x onerror=alert(1)> [press](javascript:alert(1)) ![seen](https://example.com/a.png) **bold** \u202Eabc 👩‍👩‍👧‍👦 ${long}`,
      );
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(`/marketplace?agent=${bot}`);
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog.locator('strong', { hasText: 'bold' })).toBeVisible();
      await expect(dialog.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
      await expect(dialog.locator('img')).toHaveCount(0);
      await expect(dialog.locator('a[href^="javascript"]')).toHaveCount(0);
      const overflow = await page.evaluate(() =>
        [...document.querySelectorAll('html, dialog')].map((each) => each.scrollWidth - each.clientWidth),
      );
      expect(overflow.every((pixels) => pixels <= 0)).toBe(true);
    } finally {
      await set(before?.description);
    }
  },
);

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });
  nightly(
    'the panel and the list give way to each other in 150 to 250 ms, without motion where it is reduced',
    async ({ page }) => {
      await page.addInitScript(() => {
        const start = document.startViewTransition.bind(document);
        const counted = window as unknown as { transitions: number };
        counted.transitions = 0;
        document.startViewTransition = (update) => {
          counted.transitions += 1;
          return start(update);
        };
      });
      const count = () => page.evaluate(() => (window as unknown as { transitions: number }).transitions);
      await page.goto('/marketplace');
      const preview = page.getByRole('button', { name: 'Preview Sales Assistant' });
      const panel = page.getByRole('dialog', { name: 'Sales Assistant' });
      await preview.click();
      await expect(panel).toBeVisible();
      expect(await count()).toBe(1);
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      expect(await count()).toBe(2);
      const duration = await page.evaluate(
        () => getComputedStyle(document.documentElement, '::view-transition-group(root)').animationDuration,
      );
      expect(Number.parseFloat(duration) * 1_000).toBeGreaterThanOrEqual(150);
      expect(Number.parseFloat(duration) * 1_000).toBeLessThanOrEqual(250);

      await page.emulateMedia({ reducedMotion: 'reduce' });
      await preview.click();
      await expect(panel).toBeVisible();
      expect(await count()).toBe(2);
    },
  );
});
