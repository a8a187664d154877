/** Windows of a normal profile, which keeps its caches on disk, and private ones, which have no code cache there. */
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

const size = { viewport: { width: 1280, height: 800 } };

/** The demo user's session. */
export async function signIn(browser: Browser, origin: string): Promise<Session> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator('input[name=email]').fill('demo@slipway.example');
  await page.locator('input[name=password]').fill('Slipway-demo-1');
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL('**/dashboard');
  const session = await context.storageState();
  await context.close();
  return session;
}

export const openPrivateWindow = (browser: Browser, session: Session | undefined) =>
  browser.newContext({ ...size, ...(session && { storageState: session }) });

/** Starts a browser with the profile in a folder, signed in with a session of `origin`. */
export async function openProfile(folder: string, session?: Session, origin = ''): Promise<BrowserContext> {
  const launch = { executablePath: chromiumPath(), args: chromiumFlags, ...size };
  const context = await chromium.launchPersistentContext(folder, launch);
  const [stored] = session?.origins ?? [];
  if (stored) {
    const page = await context.newPage();
    await page.goto(`${origin}/healthz`); // no page of the app
    await page.evaluate((entries) => {
      for (const { name, value } of entries) localStorage.setItem(name, value);
    }, stored.localStorage);
    await page.close();
  }
  return context;
}
