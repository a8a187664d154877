/** A user who signed up with GitHub: the server has not mailed to them, so it does not wait a minute before it does. */
import { type Browser, expect } from '@playwright/test';
import { startFakeGitHub } from './fakeGitHub';
import { gitHubPort, origin } from './server';

export async function signUpWithGitHub(browser: Browser, email: string): Promise<void> {
  const gitHub = await startFakeGitHub(gitHubPort, { email, id: Date.now() });
  const page = await browser.newPage();
  await page.goto(`${origin}/login`);
  await page.getByRole('button', { name: /GitHub/ }).click();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await page.close();
  gitHub.close();
}
