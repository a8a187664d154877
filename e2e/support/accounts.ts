/** The demo user of the seed data, new users, and signing in. */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { mailsTo } from './mailbox';
import { askAuth, origin } from './server';

/** Has agents, deployments in every status, a plan and three months of usage. */
export const demo = { email: 'demo@slipway.example', password: 'Slipway-demo-1' };

/** Signs in by the form, in any language, and waits for the dashboard, or for the dialog that asks for a code. */
export async function signIn(page: Page, { email, password } = demo): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible();
}

/** A new session of this user, stored as the auth client stores it. `changes` are those of its fields. */
export async function storageOf({ email, password } = demo, changes: object = {}) {
  const session = { ...(await askAuth('token?grant_type=password', { email, password })), ...changes };
  const [host = ''] = new URL(origin).hostname.split('.');
  const localStorage = [
    { name: `sb-${host}-auth-token`, value: JSON.stringify(session) },
    { name: 'lastActivity', value: String(Date.now()) },
  ];
  return { cookies: [], origins: [{ origin, localStorage }] };
}

/** A link that signs in as this user, with the tokens of a new session, as the embedded backend mails it. */
export async function tokenLink(user: { email: string; password: string }, type = 'signup'): Promise<string> {
  const session = await askAuth('token?grant_type=password', { email: user.email, password: user.password });
  const { access_token, refresh_token } = session as Record<string, string>;
  const tokens = { access_token, refresh_token, expires_in: '600', token_type: 'bearer', type };
  return `/dashboard#${new URLSearchParams(tokens as Record<string, string>).toString()}`;
}

type InitScript = Awaited<ReturnType<BrowserContext['addInitScript']>>;
const stored = new WeakMap<BrowserContext, InitScript>();

/**
 * Gives the next page of the context a new session of this user, and nothing that an earlier user stored. Opens no page
 * itself, which takes as long as a short test.
 */
export async function storeSession(
  context: BrowserContext,
  user = demo,
  changes: object = {},
): Promise<void> {
  const { origins } = await storageOf(user, changes);
  await stored.get(context)?.dispose();
  const script = await context.addInitScript(
    ({ id, sessions }) => {
      const session = sessions.find((each) => each.origin === location.origin);
      // The script runs for every document: later, the user may have signed out.
      if (!session || localStorage.getItem('e2e-session') === id) return;
      localStorage.clear();
      for (const { name, value } of session.localStorage) localStorage.setItem(name, value);
      localStorage.setItem('e2e-session', id);
    },
    { id: randomUUID(), sessions: origins },
  );
  stored.set(context, script);
}

/** Signs in without the form, for a test that is about another page. */
export const startSession = (page: Page, user = demo): Promise<void> => storeSession(page.context(), user);

/** The same, with an access token that has to be renewed first. */
export const startExpiredSession = (page: Page): Promise<void> =>
  storeSession(page.context(), demo, { expires_at: Math.floor(Date.now() / 1_000) - 1 });

export interface NewUser {
  id: string;
  email: string;
  password: string;
}

let count = 0;

/** A user who owns nothing, confirmed by the code in the mail. */
export async function newUser(password = 'Correct-horse-1'): Promise<NewUser> {
  count += 1;
  const email = `user-${String(Date.now())}-${String(count)}@example.com`;
  await askAuth('signup', { email, password });
  const [mail] = await mailsTo(email);
  const token = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  const { user } = (await askAuth('verify', { type: 'signup', email, token })) as { user: { id: string } };
  return { id: user.id, email, password };
}
