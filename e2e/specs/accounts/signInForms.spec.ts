/** The forms of `/login` and `/signup`: their fields, help while typing, messages and requests. */
import type { Page } from '@playwright/test';
import { demo, newUser, signIn } from '../../support/accounts';
import { hold } from '../../support/hold';
import { expect, test } from '../../support/test';

test.use({ expectedErrors: /400|422|429|500|Failed to load resource|Failed to fetch|ERR_/ });

const main = (page: Page) => page.getByRole('main');
const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const confirm = (page: Page) => page.getByLabel('Confirm password');
const submitSignUp = (page: Page) => main(page).getByRole('button', { name: 'Create Account' }).click();
const submitSignIn = (page: Page) => main(page).getByRole('button', { name: 'Sign In' }).click();

async function fillSignUp(page: Page, address: string, chosen: string, again = chosen) {
  await email(page).fill(address);
  await password(page).fill(chosen);
  await confirm(page).fill(again);
}

/** Paths of the auth service that the page asks for. */
function recordAuth(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/auth/v1/')) paths.push(pathname.slice('/auth/v1/'.length));
  });
  return paths;
}

test(
  'the sign-in page has its fields, methods, four steps, and a link to sign up',
  { tag: ['@SHELL-02', '@AUTH-01', '@AUTH-02', '@AUTH-05', '@AUTH-07'] },
  async ({ page }) => {
    await page.goto('/login');
    for (const control of [
      email(page),
      password(page),
      main(page).getByRole('button', { name: 'Sign In' }),
      main(page).getByRole('button', { name: /GitHub/ }),
    ])
      await expect(control).toBeEnabled();
    const steps = await main(page).getByRole('listitem').allTextContents();
    expect(steps).toHaveLength(4);
    for (const [step, words] of [
      /create an account/i,
      /check your email/i,
      /confirmation link/i,
      /return.*sign in/i,
    ].entries())
      expect(steps[step]).toMatch(words);
    await main(page).getByRole('link', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(/\/signup$/);
  },
);

test(
  'the sign-up page has masked fields for password managers, and the password rules',
  { tag: ['@SHELL-03', '@AUTH-03', '@AUTH-04', '@AUTH-06', '@AUTH-11', '@AUTH-12'] },
  async ({ page }) => {
    await page.goto('/signup');
    for (const field of [password(page), confirm(page)]) {
      await expect(field).toHaveAttribute('type', 'password');
      await expect(field).toHaveAttribute('autocomplete', 'new-password');
      await expect(field).toHaveAttribute('maxlength', '128');
    }
    await expect(email(page)).not.toHaveAttribute('maxlength');
    for (const words of [
      /at least 8 characters/i,
      /uppercase/i,
      /lowercase/i,
      /number/i,
      /special character/i,
    ])
      await expect(main(page).getByRole('listitem').filter({ hasText: words })).toHaveCount(1);
    await expect(main(page).getByRole('button', { name: /GitHub/ })).toBeEnabled();
    await main(page).getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  },
);

test(
  'requirements and a strength meter follow the typing, and fields show hints before sending',
  { tag: ['@AUTH-04', '@T-09', '@T-12'] },
  async ({ page }) => {
    await page.goto('/signup');
    const met = () => main(page).locator('li[data-met]').count();
    expect(await met()).toBe(0);
    await password(page).fill('Abc');
    expect(await met()).toBe(2);
    await password(page).fill('Password1!');
    expect(await met()).toBe(5);
    const meter = page.getByRole('meter', { name: 'Password strength' });
    await expect(meter).toHaveAttribute('aria-valuetext', /weak/i);
    await password(page).fill('plum-Orbit7-lantern');
    await expect(meter).toHaveAttribute('aria-valuetext', 'Very strong');
    await expect(main(page).getByRole('status').filter({ hasText: '5 of 5' })).toHaveCount(1);
    await email(page).fill('nobody');
    await confirm(page).fill('plum-Orbit7-lanterX');
    await expect(page.getByText('Use a format like name@example.com.')).toBeVisible();
    await expect(page.getByText('Doesn’t match the password yet.')).toBeVisible();
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    await main(page).getByRole('button', { name: 'Show characters' }).first().click();
    await expect(password(page)).toHaveAttribute('type', 'text');
  },
);

test(
  'shows one message for each error, in order, and neither sends nor stores anything',
  { tag: ['@AUTH-32', '@AUTH-34', '@AUTH-35', '@AUTH-36', '@AUTH-38', '@AUTH-42', '@AUTH-44', '@AUTH-47'] },
  async ({ page }) => {
    test.slow();
    const paths = recordAuth(page);
    await page.goto('/signup');
    const cases: [string, string, string, string][] = [
      ['', 'x', 'y', 'Please enter a valid email address'],
      ['a1@b.co', 'Aa1!', 'other', 'Password must be at least 8 characters long'],
      ['a2@b.co', 'weakweak', 'other', 'Passwords do not match'],
      [
        'a3@b.co',
        'weak<b>weak',
        'weak<b>weak',
        'Password must contain uppercase, lowercase, number and special character',
      ],
      ['a4@b.co', 'Sec1!<script>', 'Sec1!<script>', 'Invalid password format'],
    ];
    for (const [address, chosen, again, message] of cases) {
      await page.reload();
      await fillSignUp(page, address, chosen, again);
      await submitSignUp(page);
      await expect(page.getByText(message, { exact: true })).toHaveCount(1);
      // Text that looks like markup is logged, and the log shows an alert (SES-60).
      const alerts = message === 'Invalid password format' ? 1 : 0;
      await expect(page.getByText(/^Security alert: /)).toHaveCount(alerts);
      await expect(page.locator('[data-toast]')).toHaveCount(1 + alerts);
    }
    expect(paths).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).toContain('suspicious_activity');
    expect(kept).not.toContain('Sec1!');
  },
);

test(
  'rejects the fourth sign-up with an address, and shows when the next is allowed',
  { tag: ['@AUTH-22', '@AUTH-23', '@AUTH-25'] },
  async ({ page }) => {
    const paths = recordAuth(page);
    await page.goto('/signup');
    for (let count = 0; count < 4; count += 1) {
      await fillSignUp(page, 'Limit@Example.test', 'weak');
      await submitSignUp(page);
    }
    await expect(page.getByText('Too many attempts. Please wait before trying again.')).toBeVisible();
    await expect(page.getByText(/^You can try again at \d+:\d\d\s[AP]M\.$/)).toBeVisible();
    expect(paths).toEqual([]);
  },
);

test(
  'rejects passwords that are too long, and never cuts them: 130 pasted characters, 73 bytes, emoji',
  { tag: ['@AUTH-11', '@T-08'] },
  async ({ page }) => {
    const sent: unknown[] = [];
    await page.route('**/auth/v1/signup*', (route) => {
      sent.push((route.request().postDataJSON() as { password: string }).password);
      return route.fulfill({ json: { id: '11111111-2222-4333-8444-555555555555', email: 'a@b.co' } });
    });
    await page.goto('/signup');
    await password(page).focus();
    await password(page).evaluate(
      (field, text) => {
        const data = new DataTransfer();
        data.setData('text', text);
        field.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      'Aa1!'.padEnd(130, 'x'),
    );
    await expect(page.getByText(/longer than 128 characters, so it wasn’t pasted/)).toBeVisible();
    await expect(password(page)).toHaveValue('');
    for (const [chosen, bytes] of [
      ['Aa1!'.padEnd(73, 'x'), 73],
      [`Aa1!${'🔒'.repeat(18)}`, 76],
    ] as const) {
      await fillSignUp(page, `bytes-${String(bytes)}@example.test`, chosen);
      await expect(page.getByText(`At most 72 bytes (now ${String(bytes)})`)).toBeVisible();
      await submitSignUp(page);
      await expect(page.getByText(/^Password must be at most 72 bytes long/).first()).toBeVisible();
      await page.reload();
    }
    expect(sent).toEqual([]);
    const longest = `Aa1!${'🔒'.repeat(17)}`;
    await fillSignUp(page, 'longest@example.test', longest);
    await submitSignUp(page);
    await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();
    expect(sent).toEqual([longest]);
  },
);

test('signs in with a password of emoji', { tag: ['@T-08', '@AUTH-48'] }, async ({ page }) => {
  await signIn(page, await newUser('Aa1!🔒🗝️🧑‍🚀'));
});

test(
  'a rejected field has the focus, and refers to its toast until that is dismissed',
  { tag: ['@T-13', '@AUTH-32'] },
  async ({ page }) => {
    await page.goto('/login');
    await submitSignIn(page);
    await expect(email(page)).toBeFocused();
    await expect(email(page)).toHaveAccessibleErrorMessage('Please enter a valid email address');
    await expect(page.getByText('Please enter a valid email address')).toHaveCount(1);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(email(page)).not.toHaveAttribute('aria-errormessage');
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  },
);

test(
  'returns the focus to the field where Enter was pressed',
  { tag: ['@AUTH-10', '@T-13'] },
  async ({ page }) => {
    const { held, release } = hold();
    await page.route('**/auth/v1/token*', async (route) => {
      await held;
      await route.fulfill({ status: 400, json: { error_code: 'invalid_credentials', msg: 'x' } });
    });
    await page.goto('/login');
    await email(page).fill('a@b.co');
    await password(page).fill('simplepassword');
    await password(page).press('Enter');
    await expect(password(page)).toBeDisabled();
    release();
    await expect(page.getByText('Invalid email or password. Please check your credentials.')).toBeVisible();
    await expect(password(page)).toBeFocused();
  },
);

const answers: [string, number, object, string][] = [
  [
    'AUTH-73',
    500,
    { error_code: 'unexpected_failure', msg: 'boom' },
    'Authentication failed. Please try again.',
  ],
  ['AUTH-72', 429, { msg: 'Too many requests' }, 'Too many login attempts. Please wait before trying again.'],
];
for (const [row, status, json, message] of answers) {
  test(
    `a sign-in with status ${String(status)} shows its message and enables the form`,
    { tag: [`@${row}`, '@AUTH-10', '@AUTH-37'] },
    async ({ page }) => {
      const paths = recordAuth(page);
      await page.route('**/auth/v1/token*', (route) => route.fulfill({ status, json }));
      await page.goto('/login');
      await email(page).fill('a@b.co');
      await password(page).fill('simplepassword');
      await submitSignIn(page);
      await expect(page.getByText(message, { exact: true })).toBeVisible();
      await expect(email(page)).toBeEnabled({ timeout: 1_000 });
      expect(paths).toEqual(['token']);
    },
  );
}

test(
  'a failed sign-up and a known address each have a message',
  { tag: ['@AUTH-75', '@AUTH-77'] },
  async ({ page }) => {
    let json: object = { error_code: 'unexpected_failure', msg: 'boom' };
    await page.route('**/auth/v1/signup*', (route) =>
      route.fulfill({ status: 'code' in json ? 422 : 500, json }),
    );
    await page.goto('/signup');
    await fillSignUp(page, 'a@b.co', 'Plum-orbit-7');
    await submitSignUp(page);
    await expect(page.getByText('Account creation failed. Please try again.')).toBeVisible();
    json = { code: 422, error_code: 'user_already_exists', msg: 'User already registered' };
    await submitSignUp(page);
    await expect(
      page.getByText('An account with this email already exists. Please sign in instead.'),
    ).toBeVisible();
  },
);

test(
  'without a network the form shows the failure, and the page the reason',
  { tag: ['@T-16', '@AUTH-10'] },
  async ({ page, context }) => {
    await page.goto('/login');
    await email(page).fill(demo.email);
    await password(page).fill(demo.password);
    await context.setOffline(true);
    await expect(page.getByText(/^You’re offline/)).toBeVisible();
    await submitSignIn(page);
    await expect(page.getByText('Authentication failed. Please try again.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/^You’re offline/)).toHaveCount(0);
  },
);

test(
  'signing in and out sends two requests to the auth service',
  { tag: ['@AUTH-64', '@AUTH-65'] },
  async ({ page }) => {
    const paths = recordAuth(page);
    await page.goto('/login');
    await email(page).fill(demo.email);
    await password(page).fill(demo.password);
    await submitSignIn(page);
    await expect(page).toHaveURL(/\/dashboard$/);
    await main(page).getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText('Successfully signed out!')).toBeVisible();
    expect(paths.filter((path) => path !== 'user')).toEqual(['token', 'logout']);
  },
);
