/** The comparison of pictures (`npm run screens:compare`): the same page passes, a button that is two pixels higher does not. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { steady } from '../../screens/steady';
import { tolerance } from '../../screens/tolerance';
import { visitorStates } from '../../support/pageStates';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'pictures are compared at night: TEST_TIER=nightly');

test('a page that is opened again looks the same; a button that is two pixels higher is reported', async ({
  page,
}, info) => {
  const open = async () => {
    await visitorStates.login(page);
    await page.evaluate(() => document.fonts.ready);
    await steady(page);
  };
  const take = () => page.screenshot({ fullPage: true });
  const before = info.snapshotPath('login.png');
  try {
    await open();
    mkdirSync(dirname(before), { recursive: true });
    writeFileSync(before, await take());
    await open();
    expect(await take()).toMatchSnapshot('login.png', tolerance);
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Sign In', exact: true })
      .evaluate((button: HTMLElement) => {
        button.style.minHeight = `${String(button.offsetHeight + 2)}px`;
      });
    const after = await take();
    expect(() => {
      expect(after).toMatchSnapshot('login.png', tolerance);
    }).toThrow(/pixels|size/i);
  } finally {
    rmSync(dirname(before), { recursive: true, force: true });
  }
});
