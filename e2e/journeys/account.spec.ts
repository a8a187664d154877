/** Account recovery with a forgotten password and a second factor. */
import { newUser } from '../support/accounts';
import { signUpWithGitHub } from '../support/gitHubUser';
import { journey } from '../support/journey';
import { mailsTo } from '../support/mailbox';
import { expect, test } from '../support/test';
import { totp } from '../support/totp';

test.use({ expectedErrors: /40[013]|42[29]/ });

async function mailedLink(email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => (link = /https?:\S+verify\S+/.exec((await mailsTo(email))[0]?.text ?? '')?.[0]))
    .toBeTruthy();
  return link ?? '';
}

test('forgotten password: signed in with a new one in 8 steps', async ({ page, browser }) => {
  const email = `forgot-${String(Date.now())}@example.test`;
  const password = 'Plum-orbit-9';
  await signUpWithGitHub(browser, email);
  const dialog = page.getByRole('dialog');
  await journey(page, { atMost: 8 }, async ({ step }) => {
    await step('open the page to sign in', () => page.goto('/login'));
    await step('enter the address', () => page.getByLabel('Email').fill(email));
    await step('say that the password is forgotten', () =>
      page.getByRole('button', { name: 'Forgot password?' }).click(),
    );
    await step('ask for the link', () => dialog.getByRole('button', { name: 'Send link' }).click());
    await step('open the link of the mail', async () => page.goto(await mailedLink(email)));
    await step('choose a new password', () => dialog.getByLabel('New password').fill(password));
    await step('repeat it', () => dialog.getByLabel('Confirm password').fill(password));
    await step('save it', async () => {
      await dialog.getByRole('button', { name: 'Save password' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    });
  });
});

test('second factor: turned on and used in 14 steps', async ({ page }) => {
  const user = await newUser();
  const dialog = page.getByRole('dialog');
  let secret = '';
  await journey(page, { atMost: 14 }, async ({ step }) => {
    const signIn = async () => {
      await step('open the page to sign in', () => page.goto('/login'));
      await step('enter the address', () => page.getByLabel('Email').fill(user.email));
      await step('enter the password', () =>
        page.getByLabel('Password', { exact: true }).fill(user.password),
      );
      await step('sign in', async () => {
        await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
        await page.waitForURL('**/dashboard');
      });
    };
    await signIn();
    await step('turn on the second factor', async () => {
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect(dialog).toHaveAccessibleName('Turn on two-step verification');
    });
    await step('enter the code of the app', async () => {
      secret = (await dialog.locator('code').textContent()) ?? '';
      await dialog.getByLabel('Six-digit code').fill(totp(secret));
    });
    await step('verify it', () => dialog.getByRole('button', { name: 'Verify' }).click());
    await step('save the recovery codes', () =>
      dialog.getByRole('button', { name: 'I’ve saved them' }).click(),
    );
    await step('sign out', async () => {
      await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(/\/$/);
    });
    await signIn();
    await step('enter the code and verify it', async () => {
      await expect(dialog).toHaveAccessibleName('Enter your code');
      await dialog.getByLabel('Six-digit code').fill(totp(secret, 1));
      await dialog.getByRole('button', { name: 'Verify' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText('10 left')).toBeVisible();
    });
  });
});
