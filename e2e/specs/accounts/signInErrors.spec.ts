/** Exceptions in the form and in the auth client, as opposed to error responses of the service. */
import type { Page } from '@playwright/test';
import { demo } from '../../support/accounts';
import { expect, test } from '../../support/test';

async function submit(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
}

const eventsOf = (page: Page) =>
  page.evaluate(() =>
    (JSON.parse(sessionStorage.getItem('security_logs') ?? '[]') as { type: string }[]).map(
      ({ type }) => type,
    ),
  );

test(
  'an exception of the form is one event, one message and an alert, and enables the form',
  { tag: ['@AUTH-45', '@AUTH-10', '@SES-60'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      crypto.subtle.digest = () => Promise.reject(new Error('no digest'));
    });
    await submit(page);
    await expect(page.getByText('Authentication failed. Please try again.')).toHaveCount(1);
    await expect(page.getByText(/^Security alert: /)).toHaveCount(1);
    expect(await eventsOf(page)).toEqual(['authentication_failed']);
    await expect(page.getByLabel('Email')).toBeEnabled();
  },
);

test(
  'an exception of the auth client is an unexpected error',
  { tag: ['@AUTH-74', '@T-16'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      const setItem = Storage.prototype.setItem.bind(localStorage);
      Storage.prototype.setItem = function (this: Storage, key: string, value: string) {
        if (key.endsWith('-auth-token')) throw new Error('the storage is full');
        if (this === localStorage) setItem(key, value);
      };
    });
    await submit(page);
    await expect(page.getByText('An unexpected error occurred. Please try again.')).toHaveCount(1);
    await expect(page.getByLabel('Email')).toBeEnabled();
  },
);
