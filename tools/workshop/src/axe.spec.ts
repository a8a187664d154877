/** The check that the other specs rely on finds problems. */
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { expect, open, test } from './workshopPage';

test('axe reports a button without a name, and text that is hard to read', async ({ page }) => {
  await open(page, 'text');
  await page.evaluate(() => {
    const heading = document.querySelector('h1');
    heading?.after(document.createElement('button'));
    heading?.style.setProperty('color', '#eee');
  });
  const found = await axeFindings(page, { tags: ['wcag2a', 'wcag2aa'] });
  expect(found).toEqual([
    expect.stringMatching(/^button-name: <button>/),
    expect.stringMatching(/^color-contrast: <h1/),
  ]);
  expect(await axeFindings(page, { rules: ['color-contrast'], within: 'header' })).toEqual([]);
});
