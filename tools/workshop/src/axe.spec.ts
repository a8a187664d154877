/** The check that the other specs rely on finds problems. */
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { expect, open, test } from './workshopPage';

test('axe reports a button without a name, a name without its text, and text that is hard to read', async ({
  page,
}) => {
  await open(page, 'text');
  await page.evaluate(() => {
    const heading = document.querySelector('h1');
    const renamed = document.createElement('button');
    renamed.ariaLabel = 'Search';
    renamed.textContent = 'Search Ctrl K';
    heading?.after(document.createElement('button'), renamed);
    heading?.style.setProperty('color', '#eee');
  });
  const found = await axeFindings(page, { tags: ['wcag2a', 'wcag2aa'] });
  expect(found).toEqual([
    expect.stringMatching(/^button-name: <button>/),
    expect.stringMatching(/^color-contrast: <h1/),
    expect.stringMatching(/^label-content-name-mismatch: <button aria-label="Search">/),
  ]);
  expect(await axeFindings(page, { rules: ['color-contrast'], within: 'header' })).toEqual([]);
});
