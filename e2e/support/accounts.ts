/** People of the seed data, and how one comes in. */
import type { BrowserContext, Page } from '@playwright/test';
import { askAuth, localOrigin, origin } from './server';
import { expect, test } from './test';

/** Has agents, deployments in every status, a plan and three months of use. */
export const demo = { email: 'demo@slipway.example', password: 'Slipway-demo-1' };

/** Signs in by the form and waits for the dashboard, in whatever language they speak. */
export async function signIn(page: Page, { email, password } = demo): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A test that begins as the demo person, who signs in once for all of a worker's. */
export const memberTest = test.extend<object, { signedIn: SignedIn }>({
  signedIn: [
    async ({ browser }, use) => {
      const page = await browser.newPage({ baseURL: origin });
      await signIn(page);
      const state = await page.context().storageState();
      await page.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  storageState: ({ signedIn }, use) => use(signedIn),
});

export interface NewPerson {
  id: string;
  email: string;
  password: string;
}

let made = 0;

/** Someone with an account of their own, confirmed by the code in the mail; owns nothing. */
export async function newPerson(password = 'Correct-horse-1'): Promise<NewPerson> {
  made += 1;
  const email = `person-${String(Date.now())}-${String(made)}@example.com`;
  await askAuth('signup', { email, password });
  const mails = (await (await fetch(`${localOrigin}/_mail.json`)).json()) as { to: string; text: string }[];
  const token = /\b\d{6}\b/.exec(mails.find((mail) => mail.to === email)?.text ?? '')?.[0] ?? '';
  const { user } = (await askAuth('verify', { type: 'signup', email, token })) as { user: { id: string } };
  return { id: user.id, email, password };
}
