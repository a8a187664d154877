/**
 * Two-step verification, with the backend of hosted Supabase: turn on, wrong and right codes, sign in, turn off. At night.
 * Samples: secondFactor.spec.ts with the embedded backend, and apps/auth/src/slots/AccountPanel.test.tsx.
 */
import type { Page } from '@playwright/test';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { CODE, type HostedFactors, startHostedFactors } from '../../support/hostedFactors';
import { newUser, signIn } from '../../support/accounts';
import { hostedPort } from '../../support/server';
import { expect, test } from '../../support/test';
import { cellsOf, isNightly } from '../../support/tier';

test.skip(!isNightly, 'another backend for the journey of secondFactor.spec.ts: TEST_TIER=nightly');

let hosted: HostedFactors;

test.beforeAll(async () => {
  hosted = await startHostedFactors(hostedPort);
});
test.afterAll(() => {
  hosted.server.close();
});

test.use({ baseURL: `http://127.0.0.1:${String(hostedPort)}`, expectedErrors: /422/ });

const views = [
  [320, 'light'],
  [1280, 'dark'],
  [1280, 'light'],
  [320, 'dark'],
] as const;

async function expectNothingFound(page: Page): Promise<void> {
  for (const [width, colorScheme] of cellsOf<(typeof views)[number]>(views, views[0], views[1])) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const scope = colorScheme === 'light' ? {} : { rules: ['color-contrast'] };
    expect(await axeFindings(page, scope), `${colorScheme}, ${String(width)} px`).toEqual([]);
  }
}

test(
  'two-step verification is turned on, required at the next sign-in, and turned off',
  { tag: ['@T-52', '@SES-11', '@AUTH-65'] },
  async ({ page }) => {
    test.slow();
    const user = await newUser();
    const dialog = page.getByRole('dialog');
    const wrong = dialog.getByText('That code is wrong or has expired. Enter the current one.');
    const type = async (code: string) => {
      await dialog.getByLabel('Six-digit code').fill(code);
      await dialog.getByRole('button', { name: 'Verify' }).click();
    };
    await signIn(page, user);
    await expect(page.getByText('Off. Anyone with your password can sign in.')).toBeVisible();

    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog).toHaveAccessibleName('Turn on two-step verification');
    const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await type('12');
    await expect(wrong).toBeVisible();
    await expect(dialog.getByLabel('Six-digit code')).toHaveAttribute('aria-invalid', 'true');
    expect(hosted.asked).toEqual(['POST /auth/v1/factors']);
    await type('000000');
    await expect(wrong).toHaveCount(1);
    // Canceled and started again: the first factor is deleted.
    await dialog.getByText('Cancel', { exact: true }).click();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByLabel('Six-digit code')).toBeVisible();
    await type(CODE);
    await expect(page.getByText('Two-step verification is on.')).toBeVisible();
    await expect(page.getByText('On. Signing in requires a code from your authenticator app.')).toBeVisible();
    await expect(dialog).toHaveAccessibleName('Save your recovery codes');
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(dialog).toHaveCount(0);

    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/$/);
    await signIn(page, user);
    await expect(dialog).toHaveAccessibleName('Enter your code');
    await type('000000');
    await expect(wrong).toBeVisible();
    await type(CODE);
    await expect(dialog).toHaveCount(0);

    await page.getByRole('button', { name: 'Turn off' }).click();
    await dialog.getByRole('button', { name: 'Yes, turn off' }).click();
    await expect(page.getByText('Two-step verification is off.')).toBeVisible();
    await expect(page.getByText('Off. Anyone with your password can sign in.')).toBeVisible();
    const verified = ['POST /auth/v1/factors/{id}/challenge', 'POST /auth/v1/factors/{id}/verify'];
    expect(hosted.asked).toEqual([
      'POST /auth/v1/factors',
      ...verified,
      'DELETE /auth/v1/factors/{id}',
      'POST /auth/v1/factors',
      ...verified,
      ...verified,
      ...verified,
      'DELETE /auth/v1/factors/{id}',
    ]);
  },
);

test('axe: the dialogs of two-step verification', async ({ page }) => {
  test.slow();
  const user = await newUser();
  const dialog = page.getByRole('dialog');
  await signIn(page, user);
  await expect(page.locator('[data-toast]')).toHaveCount(0, { timeout: 10_000 });
  await page.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog.getByText('That code is wrong')).toBeVisible();
  await expectNothingFound(page);
  await dialog.getByLabel('Six-digit code').fill(CODE);
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog).toHaveAccessibleName('Save your recovery codes');
  await expectNothingFound(page);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expectNothingFound(page);
  await dialog.getByText('Cancel', { exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await signIn(page, user);
  await expect(dialog).toHaveAccessibleName('Enter your code');
  await expect(page.locator('[data-toast]')).toHaveCount(0, { timeout: 10_000 });
  await expectNothingFound(page);
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog.getByText('That code is wrong or was used.')).toBeVisible();
  await expectNothingFound(page);
});
