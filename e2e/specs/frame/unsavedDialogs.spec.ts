/** Dialogs with unsaved input: Escape and Back ask, however often. Chromium closes a dialog at the second Escape by itself. */
import type { Page } from '@playwright/test';
import { nextFrames } from '../../support/frames';
import { expect, signedInNightly, signedInTest } from '../../support/test';

/** Waits for some frames after the input: no user types and presses Escape in one. */
async function expectKept(page: Page, name: string | RegExp, field: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await dialog.getByLabel(field).fill('Not saved yet');
  await nextFrames(page, 3);
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel(field)).toBeVisible();
  }
  await expect(dialog.getByLabel(field)).toHaveValue('Not saved yet');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
}

// `npm test`: the listing below, and Back from the profile.
signedInNightly('the profile (23)', async ({ page }) => {
  await page.goto('/dashboard?account=profile');
  await expectKept(page, 'Profile', 'About');
});

signedInTest('the listing of an agent (23)', async ({ page }) => {
  await page.goto('/agents');
  await page.getByRole('button', { name: 'Publish Onboarding Guide' }).click();
  await expectKept(page, 'Publish Onboarding Guide', 'Description');
});

signedInNightly('the details of a deployment: a spend limit, of another slice', async ({ page }) => {
  await page.goto('/deployments');
  await page.getByRole('button', { name: 'Details for release-notes' }).click();
  await expectKept(page, 'release-notes', 'Monthly limit of release-notes, in US dollars');
});

signedInNightly('the name of a new deployment', async ({ page }) => {
  await page.goto('/deployments');
  await page.getByRole('button', { name: 'New Deployment' }).click();
  await expectKept(page, 'New Deployment', 'Name');
});

signedInTest(
  'Back asks before it closes the profile, and leaves nothing half-closed (23)',
  async ({ page }) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('link', { name: 'Profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Profile' });
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await dialog.getByLabel('About').fill('Not saved yet');
    await nextFrames(page, 3);
    for (let press = 0; press < 2; press += 1) {
      await page.goBack();
      await expect(question).toBeVisible();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(question).toBeHidden();
      await expect(dialog.getByLabel('About')).toHaveValue('Not saved yet');
      await expect(page).toHaveURL(/account=profile/);
    }
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);
