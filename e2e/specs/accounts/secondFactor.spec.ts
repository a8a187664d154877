/** Two-step verification on the real backend: an authenticator app, its codes, and a recovery code for a lost one. */
import { newUser, signIn } from '../../support/accounts';
import { countDialogs } from '../../support/frames';
import { origin, publishableKey } from '../../support/server';
import { expect, test } from '../../support/test';
import { cellsOf } from '../../support/tier';
import { totp } from '../../support/totp';

test.use({ expectedErrors: /40[013]|42[29]/ });

test(
  'a code of the app completes the sign-in, and a recovery code replaces a lost app once',
  { tag: ['@T-52'] },
  async ({ page }) => {
    test.slow();
    const user = await newUser();
    const dialog = page.getByRole('dialog');
    const leave = async () => {
      await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(`${origin}/`);
    };
    const type = async (code: string) => {
      await dialog.getByLabel('Six-digit code').fill(code);
      await dialog.getByRole('button', { name: 'Verify' }).click();
    };

    const confirm = async (password: string) => {
      await dialog.getByLabel('Password', { exact: true }).fill(password);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
    };

    const devices = () =>
      page.evaluate(async (apikey) => {
        const name = Object.keys(localStorage).find((key) => /^sb-.*-auth-token$/.test(key)) ?? '';
        const { access_token } = JSON.parse(localStorage.getItem(name) ?? '{}') as { access_token: string };
        const headers = {
          apikey,
          authorization: `Bearer ${access_token}`,
          'content-type': 'application/json',
        };
        const response = await fetch('/rest/v1/rpc/list_sessions', { method: 'POST', headers, body: '{}' });
        return ((await response.json()) as object[]).length;
      }, publishableKey());

    await signIn(page, user);
    const before = await devices();
    // The server responds like this after 15 minutes (secondFactor.test.ts); the requests after it are real.
    await page.route(
      '**/auth/v1/factors',
      (route) => route.fulfill({ status: 400, json: { code: 400, error_code: 'reauthentication_needed' } }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog).toHaveAccessibleName('Confirm it’s you');
    await confirm('Wrong-horse-1');
    await expect(dialog.getByText('Wrong password')).toBeVisible();
    await dialog.getByRole('button', { name: 'Email me a code instead' }).click();
    await expect(dialog.getByLabel('Code from the email')).toBeVisible();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expect(dialog.getByText('We just sent an email. Try again in a minute.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Use your password' }).click();
    await confirm(user.password);
    await expect(dialog).toHaveAccessibleName('Turn on two-step verification');
    // The session from before has ended: it is no other device.
    expect(await devices()).toBe(before);
    const secret = (await dialog.locator('code').textContent()) ?? '';
    const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await type(totp(secret));
    await expect(dialog).toHaveAccessibleName('Save your recovery codes');
    const codes = ((await dialog.locator('pre').textContent()) ?? '').split('\n');
    expect(codes).toHaveLength(10);
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe('slipway-recovery-codes.txt');
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(page.getByText('10 left')).toBeVisible();
    await leave();

    await signIn(page, user);
    await expect(dialog).toHaveAccessibleName('Enter your code');
    // Every page asks, and waits: without the code, the server rejects its requests. SiteHeader.test.tsx has the count of
    // notifications, which comes after two seconds.
    let isBefore = true;
    const early: string[] = [];
    const reads = /\/rest\/v1\/(deployments|agents|notifications|profiles|rpc\/(?!use_recovery_code))/;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (isBefore && reads.test(pathname)) early.push(pathname);
    });
    for (const path of cellsOf(['/dashboard', '/deployments'], '/deployments')) {
      await page.goto(path);
      await expect(dialog).toHaveAccessibleName('Enter your code');
    }
    expect(early).toEqual([]);
    isBefore = false;
    await type(totp(secret, 1));
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('No deployments yet')).toBeVisible();
    // The dialog has opened by itself: there is nothing to return the focus to.
    await expect(page.getByRole('main')).toBeFocused();
    await page.goto('/dashboard');
    await expect(page.getByText('10 left')).toBeVisible();
    await leave();

    await signIn(page, user);
    const recovery = dialog.getByRole('button', { name: 'Use a recovery code' });
    await expect(recovery).toBeVisible();
    const seen = await countDialogs(page);
    await recovery.click();
    await expect(dialog).toHaveAccessibleName('Enter a recovery code');
    expect(new Set(await seen())).toEqual(new Set([1]));
    const recover = async (code: string) => {
      await dialog.getByLabel('Recovery code').fill(code);
      await dialog.getByRole('button', { name: 'Verify' }).click();
    };
    await recover('00000-00000-00000-00000');
    await expect(dialog.getByText('That code is wrong or was used.')).toBeVisible();
    await recover(codes[3] ?? '');
    await expect(page.getByText(/Two-step verification is off: turn it on again/)).toBeVisible();
    await expect(page.getByText('Off. Anyone with your password can sign in.')).toBeVisible();
    await leave();
    await signIn(page, user);
    await expect(page.getByText('Off. Anyone with your password can sign in.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  },
);
