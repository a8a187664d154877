/** A shared conversation in the real app: made by its owner, read signed out, deleted (20, decision 062). */
import type { Page, Request } from '@playwright/test';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { newUser, startSession } from '../../support/accounts';
import { expectNoSidewaysScroll, expectNothingCutOff } from '../../support/layoutAssertions';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

const AGENT = 'a0000000-0000-4000-8000-000000000001';
const narrow = { width: 320, height: 720 };
const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** axe at night. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  if (isNightly) expect(await axeFindings(page, { tags }), where).toEqual([]);
  await expectNoSidewaysScroll(page, where);
  await expectNothingCutOff(page, where);
}

test('a link shows the conversation to a visitor until its owner deletes it; no server sees its key (20)', async ({
  page,
  browser,
}) => {
  const requests: Request[] = [];
  const record = (request: Request) => requests.push(request);
  page.on('request', record);
  await startSession(page, await newUser());
  await page.goto(`/marketplace?agent=${AGENT}`);
  const details = page.getByRole('dialog', { name: 'Customer Support Bot' });
  const field = details.getByRole('textbox', { name: 'Message' });
  await field.fill('Where is my parcel?');
  await field.press('Enter');
  await expect(details.getByRole('button', { name: /^Copy answer/ })).toHaveCount(1);
  await page.setViewportSize(narrow);
  await details.getByRole('button', { name: 'Share' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share this conversation' });
  await expect(dialog.getByText('You share no conversations.')).toBeVisible();
  await expectAccessible(page, 'the dialog');
  await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  const secret = link.split('#')[1] ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  await expect(dialog.getByRole('button', { name: 'Copy link', exact: true })).toBeFocused();

  const visitor = await browser.newContext({ viewport: narrow, colorScheme: 'dark' });
  const reader = await visitor.newPage();
  reader.on('request', record);
  await reader.goto(link);
  const panel = reader.getByRole('dialog', { name: 'Shared conversation' });
  await expect(panel.getByText('Where is my parcel?', { exact: true })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Customer Support Bot' })).toBeVisible();
  expect(reader.url()).toBe(link);
  await expect(reader.locator('meta[name=robots][content=noindex]')).toHaveCount(1);
  await expectAccessible(reader, 'the conversation');
  const sent = requests.map((request) => `${request.url().split('#')[0] ?? ''} ${request.postData() ?? ''}`);
  expect(sent.filter((text) => text.includes(secret))).toEqual([]);
  const origins = requests
    .map((request) => new URL(request.url()).origin)
    .filter((origin) => origin !== 'null');
  expect([...new Set(origins)]).toEqual([new URL(link).origin]);

  await dialog.getByRole('button', { name: /^Delete link to Customer Support Bot/ }).press('Enter');
  await expect(dialog.getByText('You share no conversations.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeFocused();
  await reader.reload();
  await expect(panel.getByText('This conversation isn’t available')).toBeVisible();
  await visitor.close();
});
