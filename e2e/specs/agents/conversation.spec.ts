/** A conversation in the real app: the composer stays in place, and what is kept ends with the session. */
import { newUser, startSession } from '../../support/accounts';
import { expect, signedInTest, test } from '../../support/test';

test('a kept conversation survives a reload, stays on its place, and is gone after sign-out', async ({
  page,
}) => {
  await startSession(page, await newUser());
  await page.goto('/marketplace?agent=a0000000-0000-4000-8000-000000000001');
  const dialog = page.getByRole('dialog', { name: 'Customer Support Bot' });
  const field = dialog.getByRole('textbox', { name: 'Message' });
  const keep = dialog.getByRole('checkbox', { name: 'Keep in this browser until I sign out' });
  const answers = dialog.getByRole('button', { name: /^Copy answer/ });

  await keep.check();
  await field.fill('Where is my order?');
  await field.press('Enter');
  await expect(answers).toHaveCount(1);
  const place = await field.boundingBox();
  await field.fill('And my refund?');
  await field.press('Enter');
  await expect(answers).toHaveCount(2);
  expect(await field.boundingBox()).toEqual(place);

  await page.reload();
  await expect(answers).toHaveCount(2);
  await expect(keep).toBeChecked();
  await expect(dialog.getByText('Where is my order?', { exact: true })).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  const stored = await page.evaluate(() =>
    Object.entries({ ...localStorage })
      .flat()
      .join(' '),
  );
  expect(stored).not.toContain('refund');
});

test('a visitor’s long conversation continues: the gateway gets its newest messages', async ({ page }) => {
  await page.goto('/marketplace?agent=a0000000-0000-4000-8000-000000000001');
  const dialog = page.getByRole('dialog', { name: 'Customer Support Bot' });
  const field = dialog.getByRole('textbox', { name: 'Message' });
  const answers = dialog.getByRole('button', { name: /^Copy answer/ });
  const note = dialog.getByText('Customer Support Bot no longer sees the messages above.');
  for (const count of [1, 2, 3]) {
    await field.fill(`Question ${String(count)}: ${'where is my order? '.repeat(180)}`);
    await field.press('Enter');
    await expect(answers).toHaveCount(count);
    await expect(note).toHaveCount(count === 3 ? 1 : 0);
  }
});

signedInTest('the first answer does not move the field, at any width of a phone', async ({ page }) => {
  for (const width of [390, 560]) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/agents');
    await page.getByRole('button', { name: 'Test Onboarding Guide' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test Onboarding Guide' });
    const field = dialog.getByRole('textbox', { name: 'Message' });
    await field.fill('Hello');
    const place = await field.boundingBox();
    await field.press('Enter');
    await expect(dialog.getByRole('button', { name: /^Copy answer/ })).toHaveCount(1);
    await expect(dialog.getByText(/^Sample model/)).toBeVisible();
    expect(await field.boundingBox(), String(width)).toEqual(place);
  }
});
