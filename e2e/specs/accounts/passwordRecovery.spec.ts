/** A forgotten password, and a repeated confirmation, with the mails that the server sends. */
import { signIn } from '../../support/accounts';
import { signUpWithGitHub } from '../../support/gitHubUser';
import { filmTexts } from '../../support/frames';
import { mailsTo } from '../../support/mailbox';
import { origin } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

test.use({ expectedErrors: /400|429/ });

async function newestLink(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return /https?:\S+verify\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

nightly(
  'offers an unconfirmed user the link again, and accepts the first link',
  { tag: ['@T-52', '@AUTH-71'] },
  async ({ page }) => {
    const email = `o'brien+${String(Date.now())}@x.io`;
    const first = 'Plum-orbit-7';
    const body: unknown[] = [];
    page.on('request', (sent) => {
      if (sent.method() === 'POST' && sent.url().includes('/auth/v1/')) body.push(sent.postDataJSON());
    });
    const main = page.getByRole('main');

    await page.goto('/signup');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(first);
    await page.getByLabel('Confirm password').fill(first);
    await main.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
    await expect(main.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
    expect(body).toContainEqual(expect.objectContaining({ email }));

    await page.goto('/login');
    const signIn = async (password: string) => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await main.getByRole('button', { name: 'Sign In' }).click();
    };
    await signIn(first);
    await expect(
      page.getByText('Please check your email and click the confirmation link before signing in.'),
    ).toBeVisible();
    // The server's minute is not over: it rejects the request, and the page shows one toast.
    await main.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('We just sent an email.')).toBeVisible();

    await page.goto(await newestLink(email));
    await expect(main.getByText(email)).toBeVisible();
    await main.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(`${origin}/`);
  },
);

test(
  'the link for a forgotten password opens the form for a new one, and the old one stops working',
  { tag: ['@T-52'] },
  async ({ page, browser }) => {
    // An account made with GitHub: after a sign-up, the server would wait a minute before it mails again.
    const email = `recovers-${String(Date.now())}@example.test`;
    await signUpWithGitHub(browser, email);
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Email')).toHaveValue(email);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expect(dialog.getByText(`If ${email} has an account`)).toBeVisible();
    const again = dialog.getByRole('button', { name: /^Send again in/ });
    await expect(again).toBeDisabled();
    await expect(again).toBeFocused();

    await page.goto(await newestLink(email));
    const form = page.getByRole('dialog', { name: 'Choose a new password' });
    await expect(form).toBeVisible();
    await expect(page).toHaveURL(`${origin}/dashboard`);
    // Neither Escape nor a reload leads into the account with the old password (A10).
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(form).toBeVisible();
    await page.reload();
    await expect(form).toBeVisible();
    await form.getByLabel('New password').fill('short');
    await form.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible();
    const choose = async (password: string) => {
      await form.getByLabel('New password').fill(password);
      await form.getByLabel('Confirm password').fill(password);
      await form.getByRole('button', { name: 'Save password' }).click();
      await expect(form).toHaveCount(0);
    };
    const [old, chosen] = ['Plum-orbit-8', 'Plum-orbit-9'];
    await choose(old);
    await expect(page.getByText('Password changed')).toBeVisible();
    await page.getByRole('button', { name: 'Change password' }).click();
    // The page cannot know that this account of GitHub has a password now: the server asks for it.
    await form.getByLabel('New password').fill(chosen);
    await form.getByLabel('Confirm password').fill(chosen);
    await form.getByRole('button', { name: 'Save password' }).click();
    await form.getByLabel('Current password').fill(old);
    await choose(chosen);

    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(`${origin}/`);
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(old);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Invalid email or password. Please check your credentials.')).toBeVisible();
    await signIn(page, { email, password: chosen });
  },
);

nightly('the code of the email confirms the address where sign-up ended (A1, B12)', async ({ page }) => {
  const email = `coded-${String(Date.now())}@example.test`;
  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Plum-orbit-7');
  await page.getByLabel('Confirm password').fill('Plum-orbit-7');
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible();
  const [mail] = await mailsTo(email);
  await page.getByLabel('Six-digit code').fill(/\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  // Until the dashboard is there, the page before shows, which has the address in its sentences.
  await expect(page.getByRole('main').getByText(email, { exact: true })).toBeVisible();
  // Signed in, the pages of visitors offer the way on (A4).
  await page.goto('/signup');
  await page.getByRole('link', { name: 'Create an agent' }).click();
  await expect(page).toHaveURL(/\/agents$/);
});

nightly('a used link shows an error on the sign-in page', { tag: ['@T-05'] }, async ({ page }) => {
  const texts = await filmTexts(page);
  await page.goto(`/dashboard#error=access_denied&error_code=otp_expired&error_description=x`);
  await expect(page).toHaveURL(/\/login/, { timeout: 10_000 });
  await expect(page.getByText('That link has expired or was already used.')).toBeVisible();
  expect(page.url()).not.toContain('otp_expired');
  expect((await texts()).join('\n')).not.toContain('Access Denied');
});
