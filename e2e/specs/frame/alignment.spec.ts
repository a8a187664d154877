/** Neighbors share an edge, and content ends with its card. */
import type { Locator } from '@playwright/test';
import { memberStates, provoked, visitorStates } from '../../support/pageStates';
import { expect, signedInTest, test } from '../../support/test';

const edgesOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('not visible');
  return { left: box.x, right: box.x + box.width, bottom: box.y + box.height, height: box.height };
};
/** Of the text of a button, without the space around it. */
const textEdgesOf = (place: Locator) =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    return { left, right };
  });

test('the text of “Forgot password?” ends with the field above it (20)', async ({ page }) => {
  await visitorStates['login']?.(page);
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
  await visitorStates['landing']?.(page);
  const main = page.getByRole('main');
  await expectEqualWidths(
    main.getByRole('link', { name: /^(Browse Agents|Submit AI Agent)$/ }),
    main.locator('article').first(),
  );
  await visitorStates['login-dialog-forgot']?.(page);
  const dialog = page.getByRole('dialog');
  await expectEqualWidths(
    dialog.getByRole('button', { name: /^(Cancel|Send link)$/ }),
    dialog.getByLabel('Email'),
  );
  await visitorStates['marketplace']?.(page);
  await expectEqualWidths(page.getByRole('combobox'), page.getByRole('searchbox'));
});

test('a card ends with its last action: a message that is not there takes no place (20)', async ({
  page,
}) => {
  await visitorStates['signup-sent']?.(page);
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
  await visitorStates['signup-typed-form']?.(page);
  const rows = page.getByRole('listitem').filter({ has: page.locator('[aria-hidden] + span') });
  await expectMarksAtFirstLines(rows, { mark: '[aria-hidden]', text: '[aria-hidden] + span' });
});

signedInTest.use({ expectedErrors: provoked });

signedInTest('plans at 768 px: actions in a row, a line for each feature (20)', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await memberStates['billing']?.(page);
  const plan = (name: string) => page.getByRole('article', { name });
  const action = await edgesOf(plan('Enterprise').getByRole('button'));
  expect((await edgesOf(plan('Pro').getByText('Your plan'))).bottom).toBeCloseTo(action.bottom, 0);
  const features = await plan('Pro').getByRole('listitem').all();
  expect(features).toHaveLength(4);
  for (const feature of features) expect((await edgesOf(feature)).height).toBeLessThan(30);
});

signedInTest('placeholders of figures stay in their cards at 320 px (20)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await memberStates['billing-waiting']?.(page);
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

signedInTest(
  'the icon of an activity is beside its first line; actions fill a phone (20)',
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 844 });
    await memberStates['dashboard']?.(page);
    const rows = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem');
    await expectMarksAtFirstLines(rows, { mark: 'svg', text: 'svg + * > span > span' });
    const actions = page.getByRole('region', { name: 'Quick Actions' });
    const button = await edgesOf(actions.getByRole('link').first());
    expect(button.right).toBeCloseTo((await edgesOf(actions.getByRole('heading'))).right, 0);
  },
);

signedInTest('the heading of notifications begins where their rows do (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await memberStates['notifications']?.(page);
  const panel = page.getByRole('group', { name: 'Notifications' });
  const { left } = await edgesOf(panel.getByRole('listitem').first().locator('svg'));
  expect((await edgesOf(panel.getByRole('heading', { level: 2 }))).left).toBeCloseTo(left, 0);
});

signedInTest('the icon of a notification is beside its first line (20)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await memberStates['notifications']?.(page);
  const rows = page.getByRole('group', { name: 'Notifications' }).getByRole('listitem');
  await expectMarksAtFirstLines(rows, { mark: 'svg', text: 'bdi' });
});

/** Where the text of an element begins. */
const textTopOf = (place: Locator) =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().top;
  });

/** The vertical distance of the icon from the middle of the first line of the text. */
const iconDistance = async (icon: Locator, text: Locator) =>
  text.evaluate(
    (element, svg) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = [...range.getClientRects()];
      const middle = (box: DOMRect | undefined) => (box ? box.top + box.height / 2 : NaN);
      return {
        lines: new Set(lines.map(({ top }) => Math.round(top))).size,
        distance: Math.abs(middle(svg?.getBoundingClientRect()) - middle(lines[0])),
      };
    },
    await icon.elementHandle(),
  );

signedInTest('“Sign Out” stands on the line of the links beside it (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates['deployments']?.(page);
  const bar = page.getByRole('navigation', { name: 'Main', exact: true });
  const link = await textTopOf(bar.getByRole('link', { name: 'Dashboard' }));
  expect(await textTopOf(bar.getByRole('button', { name: 'Sign Out' }))).toBeCloseTo(link, 0);
});

signedInTest('the icons of a deployment end at one edge and are equally wide (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await memberStates['deployments']?.(page);
  const card = page.getByRole('article').filter({ hasText: 'website-support' });
  const icons = [
    card.getByRole('button', { name: /^Copy API key/ }),
    card.getByRole('link', { name: /^Open/ }),
    card.getByRole('button', { name: /^Delete/ }),
  ];
  const edges = await Promise.all(icons.map(edgesOf));
  for (const { left, right } of edges) {
    expect(right).toBeCloseTo(edges[0]?.right ?? NaN, 0);
    expect(right - left).toBeCloseTo(32, 0);
  }
});

signedInTest('the icon of a notice with several lines is beside the first (20)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await memberStates['deployments-ending']?.(page);
  const notice = page.getByRole('status').filter({ hasText: 'This agent ends on' });
  const { lines, distance } = await iconDistance(notice.locator('svg'), notice.locator('div'));
  expect(lines).toBeGreaterThan(1);
  expect(distance).toBeLessThan(2);
});

signedInTest('the icon of an activity with several lines is beside the first (20)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await memberStates['dashboard']?.(page);
  const row = page.getByRole('listitem').filter({ hasText: 'Created the agent' }).first();
  const { lines, distance } = await iconDistance(row.locator('svg'), row.locator('span').last());
  expect(lines).toBeGreaterThan(1);
  expect(distance).toBeLessThan(2);
});

signedInTest(
  'on a phone, the action of a part that failed begins where its title does (20)',
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 844 });
    await memberStates['billing-failed']?.(page);
    const part = page.getByRole('alert').filter({ hasText: 'Couldn’t load your usage' });
    const { left } = await edgesOf(part.getByRole('heading'));
    expect((await edgesOf(part.getByRole('button'))).left).toBeCloseTo(left, 0);
  },
);

signedInTest('the total of the charges stands below their amounts (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates['billing']?.(page);
  const amount = page
    .getByRole('table', { name: /^Charges/ })
    .getByRole('cell')
    .nth(2);
  const total = page.getByText('Total of this period so far').locator('xpath=following-sibling::*');
  const { right } = await textEdgesOf(total);
  expect(right).toBeCloseTo((await textEdgesOf(amount)).right, 0);
});

signedInTest('the facts of agents in a row are level (20)', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await memberStates['agents']?.(page);
  const topOf = (name: string) =>
    textTopOf(page.getByRole('article').filter({ hasText: name }).getByRole('term').first());
  expect(await topOf('Churn Watcher')).toBeCloseTo(await topOf('Onboarding Guide'), 0);
});

signedInTest('facts in rows on a phone are as close as their group (20)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await memberStates['dashboard']?.(page);
  const card = page.getByRole('region', { name: 'Authentication status' });
  const { bottom } = await edgesOf(card.getByRole('definition').first());
  const next = await card.getByRole('term').nth(1).boundingBox();
  expect((next?.y ?? NaN) - bottom).toBeCloseTo(16, 0);
});

signedInTest('activity that failed keeps its height, so that the account stays (20)', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await memberStates['dashboard-failed']?.(page);
  const activity = page.getByRole('region', { name: 'Recent Activity' });
  await expect(activity.getByRole('alert')).toBeVisible({ timeout: 15_000 });
  expect((await edgesOf(activity)).height).toBeGreaterThan(350);
});

signedInTest('an agent that could not be created leaves no hole below its card (20)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await memberStates['agents-form-failed']?.(page);
  const { bottom } = await edgesOf(page.getByRole('region', { name: 'Helper isn’t created yet' }));
  const next = await page.getByRole('region', { name: 'Your agents' }).boundingBox();
  expect((next?.y ?? NaN) - bottom).toBeCloseTo(32, 0);
});

for (const state of [
  'agents-created',
  'agents-form-failed',
  'deployments-empty',
  'deployments-key',
  'billing',
]) {
  signedInTest(`${state}: at most one primary button (20)`, async ({ page }) => {
    await memberStates[state]?.(page);
    expect(
      await page.locator('main [data-variant="primary"]').filter({ visible: true }).count(),
    ).toBeLessThan(2);
  });
}
