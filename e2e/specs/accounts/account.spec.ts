/** The account panel of the dashboard, on the real backend: password, email address and sessions. */
import type { Page } from '@playwright/test';
import type { Mail } from '@slipway/backend';
import { newUser, type NewUser, signIn, startSession } from '../../support/accounts';
import { mailsTo } from '../../support/mailbox';
import { origin } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

test.use({ expectedErrors: /40[013]|422|429/ });

const linkIn = (mail: Mail | undefined) => /https?:\S+verify\S+/.exec(mail?.text ?? '')?.[0] ?? '';

/** Another browser of the user, on the dashboard. */
async function otherBrowser(page: Page, user: NewUser) {
  const context = await page.context().browser()?.newContext();
  const other = await context?.newPage();
  if (!context || !other) throw new Error('The browser is closed');
  await startSession(other, user);
  // The count of notifications would find out by itself that the session has ended, and leave the page.
  await other.route('**/rest/v1/notifications*', (route) => route.abort());
  await other.goto(`${origin}/dashboard`);
  await expect(other.getByText('Quick Actions')).toBeVisible();
  return other;
}

/** This browser, and the program with which `newUser` signed in: a session that another one replaced has ended. */
async function expectDevices(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage devices' }).click();
  const rows = page.getByRole('dialog', { name: 'Devices' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
  await expect(rows).toHaveCount(2);
}

test('a password changes with the current one only, and other devices are signed out (M1)', async ({
  page,
}) => {
  const user = await newUser();
  await startSession(page, user);
  await page.goto('/dashboard');
  const other = await otherBrowser(page, user);
  await page.getByRole('button', { name: 'Change password' }).click();
  const form = page.getByRole('dialog', { name: 'Choose a new password' });
  const change = async (current: string) => {
    await form.getByLabel('Current password').fill(current);
    await form.getByLabel('New password').fill('Plum-orbit-11');
    await form.getByLabel('Confirm password').fill('Plum-orbit-11');
    await form.getByRole('button', { name: 'Save password' }).click();
  };
  await change('not-the-password');
  await expect(form.getByText('That’s not your current password')).toBeVisible();
  await change(user.password);
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(form).toHaveCount(0);

  await other.getByRole('link', { name: 'Deployments' }).first().click();
  await expect(other.getByText('Your session has expired. Please sign in again.')).toBeVisible();
  await expect(other).toHaveURL(`${origin}/`);
  await other.context().close();
  // This browser continues.
  await page.reload();
  await expect(page.getByText('Quick Actions')).toBeVisible();
});

nightly(
  'an email address changes when its new owner opens the link, and the old one gets a notice',
  async ({ page }) => {
    const user = await newUser();
    const next = `next-${user.email}`;
    await signIn(page, user);
    await page.getByRole('button', { name: 'Change email' }).click();
    const form = page.getByRole('dialog', { name: 'Change your email address' });
    await form.getByLabel('New email').fill(next);
    await form.getByLabel('Current password').fill('not-the-password');
    await form.getByRole('button', { name: 'Send link' }).click();
    await expect(form.getByText('That’s not your current password')).toBeVisible();
    expect(await mailsTo(next)).toEqual([]);

    await form.getByLabel('Current password').fill(user.password);
    await form.getByRole('button', { name: 'Send link' }).click();
    const done = page.getByRole('dialog', { name: 'Check your inbox' });
    await expect(done).toContainText(next);
    await done.getByText('Close', { exact: true }).click();
    await expect(page.getByRole('main').getByText(user.email, { exact: true })).toBeVisible();
    // The notice to the old address has no link that changes anything.
    const [notice] = (await mailsTo(user.email)).filter(({ text }) => text.includes(next));
    expect(linkIn(notice)).toBe('');
    expect(notice).toBeDefined();

    const [mail] = await mailsTo(next);
    await page.goto(linkIn(mail));
    await expect(page).toHaveURL(`${origin}/dashboard`);
    await expect(page.getByRole('main').getByText(next, { exact: true })).toBeVisible();
    await expect(page.getByText(`Your email address is now ${next}.`)).toBeVisible();
    await expectDevices(page);
  },
);

test('an email address changes with the code of its email, and this browser stays one device', async ({
  page,
}) => {
  const user = await newUser();
  const next = `code-${user.email}`;
  await startSession(page, user);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Change email' }).click();
  const form = page.getByRole('dialog', { name: 'Change your email address' });
  await form.getByLabel('New email').fill(next);
  await form.getByLabel('Current password').fill(user.password);
  await form.getByRole('button', { name: 'Send link' }).click();
  const done = page.getByRole('dialog', { name: 'Check your inbox' });
  await expect(done).toContainText(next);
  const [mail] = await mailsTo(next);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  await done.getByLabel('Six-digit code').fill(`  ${code.slice(0, 3)} ${code.slice(3)} `);
  await done.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`Your email address is now ${next}.`)).toBeVisible();
  await expect(done).toHaveCount(0);
  await expect(page.getByRole('main').getByText(next, { exact: true })).toBeVisible();
  await expectDevices(page);
});

nightly('lists the devices of a user, and ends the sessions of one and of all others', async ({ page }) => {
  const user = await newUser();
  await signIn(page, user);
  const [first, second] = [await otherBrowser(page, user), await otherBrowser(page, user)];
  await page.getByRole('button', { name: 'Manage devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Devices' });
  const rows = dialog.getByRole('listitem');
  // `newUser` signs in too, with a program.
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'This device' })).toContainText('Chrome on Linux');

  await rows.filter({ hasNotText: 'This device' }).first().getByRole('button').click();
  await expect(rows).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(rows).toHaveCount(1);
  await expect(dialog.getByText('You’re not signed in anywhere else.')).toBeVisible();
  await dialog.getByText('Close', { exact: true }).click();

  for (const other of [first, second]) {
    await other.getByRole('link', { name: 'Deployments' }).first().click();
    await expect(other.getByText('Your session has expired. Please sign in again.')).toBeVisible();
    await expect(other).toHaveURL(`${origin}/`);
    await other.context().close();
  }
  await page.reload();
  await expect(page.getByText('Quick Actions')).toBeVisible();
});

nightly('the deletion of an account can be undone until its date', async ({ page }) => {
  await signIn(page, await newUser());
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  const done = page.getByRole('dialog', { name: 'Your account will be deleted' });
  await expect(done).toContainText(/Until \w{3} \d+, \d{4}, .+ you can undo this/);
  await done.getByText('Close', { exact: true }).click();
  // On a phone, it is far below.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByRole('button', { name: 'Deletion pending' }).click();
  await expect(page.getByText(/^Your account will be deleted on /)).toBeInViewport();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your account stays.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deletion pending' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
});
