/** Under other conditions: without a network, with the accessibility tree only, and at 200 % zoom. */
import type { Page } from '@playwright/test';
import { journey } from '../support/journey';
import { expectNothingCutOff, expectNoSidewaysScroll } from '../support/layoutAssertions';
import { expect, signedInTest as test } from '../support/test';

const offline =
  /ERR_INTERNET_DISCONNECTED|Failed to (?:fetch|load)|slice failed|Loading chunk|RUNTIME-|Federation|error boundary|session/i;

test.describe('without a network', () => {
  test.use({ expectedErrors: offline });
  test('offline and back: what was typed stays, and the page continues in 6 steps', async ({
    page,
    context,
  }) => {
    const search = page.getByRole('searchbox', { name: 'Search agents' });
    const bar = page.getByRole('complementary', { name: 'Connection' });
    await journey(page, { atMost: 6, mayFail: true }, async ({ step }) => {
      await step('open the marketplace', () => page.goto('/marketplace'));
      await step('search', async () => {
        await search.fill('support');
        await expect(page.locator('main article')).toHaveCount(1);
      });
      await context.setOffline(true);
      await step('read that there is no network', () => expect(bar).toContainText('You are offline.'));
      await step('try to look at an agent', async () => {
        await page.getByRole('button', { name: 'Preview Customer Support Bot' }).click();
        await expect(page.getByText(/^Couldn’t load this part/).first()).toBeVisible();
        await expect(search).toHaveValue('support');
      });
      await context.setOffline(false);
      await step('be online again: it opens', async () => {
        await expect(page.getByRole('dialog', { name: 'Customer Support Bot' })).toBeVisible();
        await expect(bar).toHaveCount(0);
      });
      await step('close it', () => page.keyboard.press('Escape'));
    });
  });
});

/** Roles that users operate, in the notation of an ARIA snapshot, without a name. */
const NAMELESS =
  /^\s*- (?:button|link|textbox|searchbox|combobox|checkbox|radio|tab|menuitem|dialog|img)(?:$|:| \[)/;

/** The page as a screen reader reads it. @throws when a control has no name, or the page does not have exactly one heading of level 1 */
async function readTree(page: Page): Promise<string> {
  const dialog = page.locator('dialog:modal').last();
  const isModal = (await dialog.count()) > 0;
  // A dialog that was still closing is never back: the caller reads again.
  const tree = await (isModal ? dialog : page.locator('body')).ariaSnapshot({ timeout: 2_000 });
  expect(tree.split('\n').filter((line) => NAMELESS.test(line))).toEqual([]);
  if (!isModal) {
    expect(tree.match(/- heading .*\[level=1\]/g)).toHaveLength(1);
    for (const landmark of ['banner', 'main']) expect(tree).toContain(`- ${landmark}`);
  }
  return tree;
}

test('screen reader tree: an agent is found, read and deployed by roles and names in 7 steps', async ({
  page,
}) => {
  await journey(page, { atMost: 7 }, async (walk) => {
    const step = (what: string, act: () => Promise<unknown>, expected: RegExp) =>
      walk.step(what, async () => {
        await act();
        let tree = '';
        // The page may still load: a poll would end with the first tree that is not complete.
        await expect(async () => {
          tree = await readTree(page);
          expect(tree).toMatch(expected);
        }).toPass({ timeout: 30_000 });
        await test.info().attach(what, { body: tree, contentType: 'text/yaml' });
      });
    await step(
      'open the marketplace',
      () => page.goto('/marketplace'),
      /article "?Customer Support Bot|heading "Customer Support Bot"/,
    );
    await step(
      'search',
      () => page.getByRole('searchbox', { name: 'Search agents' }).fill('support'),
      /status|Showing 1 of/,
    );
    await step(
      'open the agent',
      () => page.getByRole('button', { name: 'Preview Customer Support Bot' }).click(),
      /heading "Customer Support Bot"/,
    );
    await step(
      'deploy it',
      () => page.getByRole('dialog').getByRole('link', { name: 'Deploy' }).click(),
      /textbox "Name"/,
    );
    await step(
      'hear what is missing',
      () => page.getByRole('dialog').getByRole('button', { name: 'Create Deployment' }).click(),
      /Enter a name/,
    );
    await step(
      'name it',
      () =>
        page
          .getByRole('dialog')
          .getByLabel('Name')
          .fill(`heard-${String(Date.now())}`),
      /textbox "Name"/,
    );
    await step(
      'leave it: the focus is where it came from',
      async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Discard' }).click();
      },
      /heading "Deployments" \[level=1\]/,
    );
  });
});

test.describe('at 200 % zoom', () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  test('200 % zoom: every page is read and used without scrolling sideways in 7 steps', async ({ page }) => {
    await journey(page, { atMost: 7 }, async (walk) => {
      const step = (what: string, act: () => Promise<unknown>) =>
        walk.step(what, async () => {
          await act();
          await expect(page.locator('main [data-skeleton]')).toHaveCount(0);
          await expectNoSidewaysScroll(page, what);
          await expectNothingCutOff(page, what);
        });
      await step('open the dashboard', () => page.goto('/dashboard'));
      await step('open the menu', () => page.getByRole('button', { name: 'Open navigation menu' }).click());
      await step('go to the marketplace', () =>
        page.getByRole('dialog').getByRole('link', { name: 'Marketplace' }).click(),
      );
      await step('look at an agent', async () => {
        await page.getByRole('button', { name: 'Preview Customer Support Bot' }).click();
        await expect(page.getByRole('dialog', { name: 'Customer Support Bot' })).toBeVisible();
      });
      await step('deploy it', () => page.getByRole('dialog').getByRole('link', { name: 'Deploy' }).click());
      await step('close it', () => page.keyboard.press('Escape'));
      await step('read what it costs', () => page.goto('/billing'));
    });
  });
});
