/** Uploaded pictures: chosen by keyboard, cropped and encoded by the browser, shown to others, rejected, removed. */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { newUser, startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

/** A wide photo with a red middle, as a phone makes it. */
const photo = async () => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 400, channels: 3, background: '#1e66c8' } })
    .composite([{ input: { create: { width: 400, height: 400, channels: 3, background: '#c81e3c' } } }])
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer(),
});

async function choose(page: Page, button: Locator, file: Awaited<ReturnType<typeof photo>>) {
  const chooser = page.waitForEvent('filechooser');
  await button.press('Enter');
  await (await chooser).setFiles(file);
}
const widthOf = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth));

test('a user uploads a picture by keyboard, sees why a file is rejected, and removes it (20)', async ({
  page,
}) => {
  await startSession(page, await newUser());
  await page.goto('/billing?account=profile');
  const group = page.getByRole('group', { name: 'Picture', exact: true });
  await choose(page, group.getByRole('button', { name: 'Upload a picture' }), {
    ...{ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') },
  });
  await expect(group.getByRole('alert')).toContainText('Choose a PNG, JPEG or WebP file');
  await choose(page, group.getByRole('button', { name: 'Upload a picture' }), await photo());
  await widthOf(group.locator('img')).toBe(256);
  await expect(group.getByRole('alert')).toBeEmpty();
  const address = (await group.locator('img').getAttribute('src')) ?? '';
  const served = await page.request.get(address);
  expect(served.headers()['content-type']).toBe('image/webp');
  expect((await served.body()).includes('secret place')).toBe(false);

  await group.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(group.locator('img')).toHaveCount(0);
  await expect(group.getByRole('button', { name: 'Upload a picture' })).toBeFocused();
  expect((await page.request.get(address)).status()).toBe(404);
});

nightly('the icon of an agent is on its card and its page (20)', async ({ page }) => {
  const user = await newUser();
  const id = crypto.randomUUID();
  const agent = { id, creator_id: user.id, name: 'Pictured pilot', category: 'sales', status: 'draft' };
  await asOperator('agents', { method: 'POST', body: JSON.stringify(agent) });
  await startSession(page, user);
  await page.goto(`/agents?page=${id}`);
  const group = page.getByRole('dialog').getByRole('group', { name: 'Icon' });
  await choose(page, group.getByRole('button', { name: 'Upload an icon' }), await photo());
  await widthOf(page.getByRole('dialog').locator('img')).toBe(256);
  await page.keyboard.press('Escape');
  await widthOf(page.locator('main article').filter({ hasText: 'Pictured pilot' }).locator('img')).toBe(256);
  await asOperator(`agents?id=eq.${id}`, { method: 'DELETE' });
});
