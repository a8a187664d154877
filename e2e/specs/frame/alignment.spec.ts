/** Neighbors share an edge, and content ends with its card. At night. */
import type { Locator } from '@playwright/test';
import { newUser, startSession } from '../../support/accounts';
import { edgesOf, textEdgesOf } from '../../support/geometry';
import { memberStates, provoked, visitorStates } from '../../support/pageStates';
import { asOperator } from '../../support/server';
import { expect, signedInTest, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'places of parts: TEST_TIER=nightly');

test('the text of “Forgot password?” ends with the field above it (20)', async ({ page }) => {
  await visitorStates.login(page);
  const main = page.getByRole('main');
  const text = await textEdgesOf(main.getByRole('button', { name: 'Forgot password?' }));
  expect(text.right).toBeCloseTo((await edgesOf(main.getByLabel('Email'))).right, 0);
});

/** In rows with one line or several, the mark is level with the first. `selectors` are those of the mark and of the text. */
const expectMarksAtFirstLines = async (rows: Locator, selectors: { mark: string; text: string }) => {
  const places = await rows.evaluateAll(
    (all, { mark, text }) =>
      all.map((row) => {
        const range = document.createRange();
        range.selectNodeContents(row.querySelector(text) ?? row);
        // Without texts for screen readers.
        const [first, ...others] = [...range.getClientRects()].filter(({ width }) => width > 1);
        const middle = (box: DOMRect | undefined) => (box ? box.top + box.height / 2 : NaN);
        const distance = Math.abs(middle(row.querySelector(mark)?.getBoundingClientRect()) - middle(first));
        return { lines: 1 + others.length, distance };
      }),
    selectors,
  );
  expect(Math.max(...places.map(({ lines }) => lines))).toBeGreaterThan(1);
  for (const { distance } of places) expect(distance).toBeLessThan(2);
};

/** The actions of a phone, left to right, in a row that fills its column. */
const expectEqualWidths = async (actions: Locator, column: Locator) => {
  const boxes = await Promise.all((await actions.all()).map(edgesOf));
  const { left, right } = await edgesOf(column);
  const [first, last] = [boxes[0], boxes.at(-1)];
  expect(boxes).toHaveLength(2);
  expect(first?.left).toBeCloseTo(left, 0);
  expect(last?.right).toBeCloseTo(right, 0);
  expect((first?.right ?? 0) - (first?.left ?? 0)).toBeCloseTo((last?.right ?? 0) - (last?.left ?? 0), 0);
};

test('actions on a phone share the width of their column (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitorStates.landing(page);
  const main = page.getByRole('main');
  await expectEqualWidths(
    main.getByRole('link', { name: /^(Browse Agents|Submit AI Agent)$/ }),
    main.locator('article').first(),
  );
  await visitorStates['login-dialog-forgot'](page);
  const dialog = page.getByRole('dialog');
  await expectEqualWidths(
    dialog.getByRole('button', { name: /^(Cancel|Send link)$/ }),
    dialog.getByLabel('Email'),
  );
  await visitorStates.marketplace(page);
  await expectEqualWidths(page.getByRole('combobox'), page.getByRole('searchbox'));
  await page.setViewportSize({ width: 320, height: 844 });
  await expectEqualWidths(page.getByRole('combobox'), page.getByRole('searchbox'));
});

test('a card ends with its last action: a message that is not there takes no place (20)', async ({
  page,
}) => {
  await visitorStates['signup-sent'](page);
  const { top, bottom } = await page
    .getByRole('main')
    .getByRole('button', { name: /^Send again/ })
    .evaluate((button) => {
      const card = button.parentElement?.parentElement?.getBoundingClientRect();
      const text = button.parentElement?.firstElementChild?.getBoundingClientRect();
      const { bottom } = button.getBoundingClientRect();
      return { top: (text?.top ?? NaN) - (card?.top ?? NaN), bottom: (card?.bottom ?? NaN) - bottom };
    });
  expect(bottom).toBeCloseTo(top, 0);
});

test('the mark of a requirement is beside its first line (20)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await visitorStates['signup-typed-form'](page);
  const rows = page.getByRole('listitem').filter({ has: page.locator('[aria-hidden] + span') });
  await expectMarksAtFirstLines(rows, { mark: '[aria-hidden]', text: '[aria-hidden] + span' });
});

test('the first line of a subtitle fills a phone (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitorStates.login(page);
  const subtitle = page.locator('main header p').first();
  const lines = await subtitle.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].map(({ width }) => width / element.clientWidth);
  });
  expect(lines.length).toBeGreaterThan(1);
  expect(lines[0]).toBeGreaterThan(0.8);
});

signedInTest.use({ expectedErrors: provoked });

signedInTest('plans at 768 px: actions in a row, a line for each feature (20)', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await memberStates.billing(page);
  const plan = (name: string) => page.getByRole('article', { name });
  const action = await edgesOf(plan('Enterprise').getByRole('button'));
  expect((await edgesOf(plan('Pro').getByText('Your plan'))).bottom).toBeCloseTo(action.bottom, 0);
  const features = await plan('Pro').getByRole('listitem').all();
  expect(features).toHaveLength(4);
  for (const feature of features) expect((await edgesOf(feature)).height).toBeLessThan(30);
});

signedInTest('placeholders of figures stay in their cards at 320 px (20)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await memberStates['billing-waiting'](page);
  const outside = await page.locator('dl[aria-busy=true]').evaluateAll(
    (cards) =>
      cards.flatMap((card) => {
        const { right } = card.getBoundingClientRect();
        return [...card.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > right);
      }).length,
  );
  expect(await page.locator('dl[aria-busy=true]').count()).toBeGreaterThan(3);
  expect(outside).toBe(0);
});

test('the icon of an activity is beside its first line; actions fill a phone (20)', async ({ page }) => {
  const user = await newUser();
  // The text of this time is too wide to be beside the texts.
  const created_at = new Date(Date.now() - 20 * 3_600_000).toISOString();
  for (const name of ['Brief', 'A Longer Agent Name'])
    await asOperator('agents', {
      method: 'POST',
      body: JSON.stringify({
        ...{ creator_id: user.id, name, category: 'sales', description: `About ${name}` },
        ...{ status: 'draft', is_public: false, created_at },
      }),
    });
  await startSession(page, user);
  await page.setViewportSize({ width: 320, height: 844 });
  await memberStates.dashboard(page);
  const rows = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem');
  await expectMarksAtFirstLines(rows, { mark: 'svg', text: 'svg + * > span > span' });
  // Two lines for the text, with the time below: beside the time, each word had its line.
  const places = await rows.evaluateAll((all) =>
    all.map((row) => {
      const text = row.querySelector('svg + * > span')?.getBoundingClientRect();
      const time = row.querySelector('time')?.getBoundingClientRect();
      return { lines: (text?.height ?? NaN) / 21, gap: (time?.top ?? NaN) - (text?.bottom ?? NaN) };
    }),
  );
  for (const { lines, gap } of places) {
    expect(lines).toBeLessThan(2.5);
    expect(gap).toBeGreaterThanOrEqual(0);
  }
  const actions = page.getByRole('region', { name: 'Quick Actions' });
  const button = await edgesOf(actions.getByRole('link').first());
  expect(button.right).toBeCloseTo((await edgesOf(actions.getByRole('heading'))).right, 0);
});

signedInTest('the icon of a notification is beside its first line (20)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await memberStates.notifications(page);
  const rows = page.getByRole('group', { name: 'Notifications' }).getByRole('listitem');
  await expectMarksAtFirstLines(rows, { mark: 'svg', text: 'svg + * > span' });
});
