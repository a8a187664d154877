/** Passwords and tokens stay where they belong. Every other test checks this too (`test.ts`). */
import { demo, signIn } from '../../support/accounts';
import { mailsTo } from '../../support/mailbox';
import { asOperator, origin } from '../../support/server';
import { scanForSecrets } from '../../support/secretScan';
import { expect, test } from '../../support/test';

test(
  'signing up, confirming, and signing out and in leave no secret behind',
  { tag: ['@T-23', '@T-53'] },
  async ({ page }) => {
    const email = `discreet-${String(Date.now())}@example.test`;
    const password = `Aa1!discreet-${String(Date.now())}`;
    await page.goto('/signup');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();
    const [mail] = await mailsTo(email);
    const html = mail?.html ?? '';
    expect(html).not.toContain(password);
    await page.goto(/href="([^"]*\/auth\/v1\/verify[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '');
    await expect(page).toHaveURL(`${origin}/dashboard`);
    // The tokens leave the address before they are stored.
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign Out' })).toBeVisible();
    const tokens = await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? '';
      const { access_token, refresh_token } = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<
        string,
        string
      >;
      return [access_token ?? '', refresh_token ?? ''];
    });
    expect(tokens.every((token) => token.length > 8)).toBe(true);

    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(`${origin}/`);
    await signIn(page, { email, password });
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(`${origin}/`);
    const left = await page.evaluate(() =>
      Object.keys(localStorage).filter((name) => name.startsWith('sb-')),
    );
    expect(left).toEqual([]);

    const rows = await (await asOperator('security_audit_log?select=*')).text();
    for (const secret of [password, ...tokens]) expect(rows).not.toContain(secret);
  },
);

test('the scan finds a secret in each forbidden place', async ({ browser }) => {
  // The automatic scan does not see this context.
  const context = await browser.newContext({ baseURL: origin });
  const scan = scanForSecrets(context);
  const page = await context.newPage();
  await signIn(page);
  expect(await scan.leaks()).toEqual([]);
  await page.evaluate(async ({ password }) => {
    console.warn('sent', password);
    localStorage.setItem('draft', password);
    sessionStorage.setItem('draft', btoa(password));
    document.cookie = `draft=${password}`;
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('drafts');
      opening.onupgradeneeded = () => opening.result.createObjectStore('drafts');
      opening.onsuccess = () => {
        const writing = opening.result.transaction('drafts', 'readwrite');
        writing.objectStore('drafts').put({ typed: password }, 'first');
        writing.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
      opening.onerror = () => {
        reject(opening.error ?? new Error('no database'));
      };
    });
    history.replaceState(null, '', `?q=${password}`);
    await fetch(`/rest/v1/none?q=${password}`);
    await fetch('/rest/v1/none', { method: 'POST', body: JSON.stringify({ password }) });
  }, demo);
  await asOperator('security_audit_log', {
    method: 'POST',
    body: JSON.stringify({ event_type: 'invalid_input', details: { typed: demo.password } }),
  });
  expect((await scan.leaks()).sort()).toEqual([
    'IndexedDB',
    'a referrer',
    'address of GET /rest/v1/none',
    'an audit row',
    'body of POST /rest/v1/none',
    'console.warning',
    'cookie draft',
    'localStorage draft',
    'sessionStorage draft',
    'the address bar',
  ]);
  await context.close();
});
