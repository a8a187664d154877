/** People of the seed data, and how one comes in. */
import type { Page } from '@playwright/test';
import { expect } from './test';

/** Has agents, deployments in every status, a plan and three months of use. */
export const demo = { email: 'demo@slipway.example', password: 'Slipway-demo-1' };

/** Signs in by the form and waits for the dashboard. */
export async function signIn(page: Page, { email, password } = demo): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}
