/** The field for a picture: an error does not move the content below it. */
import { expect, open, test } from './workshopPage';

test('the error of a picture takes the place of the hint', async ({ page }) => {
  await open(page, 'pictures');
  const field = page.locator('[data-state="PictureField: chosen"]').getByRole('group');
  const before = await field.boundingBox();
  const file = { name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await field.locator('input[type=file]').setInputFiles(file);
  await expect(field.getByRole('alert')).toHaveText('Choose a PNG file.');
  expect(await field.boundingBox()).toEqual(before);
  await expect(field.getByText('Cropped to a square.')).toBeHidden();
  await expect(field).toHaveAccessibleDescription('Cropped to a square.');
});
