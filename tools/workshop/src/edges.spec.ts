/** Where parts begin and end, and that nothing is cut off, on phones and in forced colors. */
import type { Locator } from '@playwright/test';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { expect, open, test } from './workshopPage';

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('It has no place');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

test('the retry of a failed part begins where its title does on a phone, and is beside it elsewhere (A1, B3)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 460, height: 844 });
  await open(page, 'feedback');
  const part = page.locator('[data-state="ErrorState: in a card that is its frame"]');
  const [title, retry] = [part.getByRole('heading'), part.getByRole('button')];
  expect((await boxOf(retry)).x).toBeCloseTo((await boxOf(title)).x, 0);
  expect((await boxOf(retry)).y).toBeGreaterThan((await boxOf(title)).bottom);
  await page.setViewportSize({ width: 520, height: 844 });
  expect((await boxOf(retry)).x).toBeGreaterThan((await boxOf(title)).right);
});

test('a part that failed has no second frame in a card that is its frame (B22)', async ({ page }) => {
  await open(page, 'feedback');
  const part = page.locator('[data-state="ErrorState: in a card that is its frame"]').getByRole('alert');
  expect(await part.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px');
});

test('all of a code is in sight on a phone (B6)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await open(page, 'display');
  const code = page.getByRole('region', { name: 'Example request' });
  const { content, width } = await code.evaluate(({ scrollWidth, clientWidth }) => ({
    content: scrollWidth,
    width: clientWidth,
  }));
  expect(content).toBe(width);
});

for (const [width, rows] of [
  [390, 1],
  [320, 2],
] as const) {
  test(`four ranges share the width evenly at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, 'actions');
    const chips = await page.getByRole('group', { name: 'Range' }).getByRole('button').all();
    const boxes = await Promise.all(chips.map(boxOf));
    expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(rows);
    const widths = boxes.map((box) => box.width);
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(width / 10);
  });
}

test('a long hint leaves the name of a command its place', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'overlays');
  await page.getByRole('button', { name: 'Search everything' }).press('Enter');
  const name = page.getByRole('option', { name: /^Marketplace/ }).getByText('Marketplace', { exact: true });
  const { height } = (await name.boundingBox()) ?? { height: NaN };
  expect(height).toBeLessThan(30);
});

test('a long name breaks in its column: the other columns are in sight', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 844 });
  await open(page, 'display');
  const table = page.getByRole('region', { name: 'Agents with long names' });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // A name with spaces breaks at them only.
  const { height } = await boxOf(table.getByRole('rowheader', { name: 'Sales Assistant' }));
  expect(height).toBeLessThan(50);
});

for (const [name, section, parts] of [
  ['a progress bar', 'display', '[data-state^=ProgressBar] [id]:not([role])'],
  ['a field', 'forms', '[data-state^=TextInput] label'],
  ['the legend of a chart', 'chart', '[data-state^=Chart] li:has(svg)'],
] as const) {
  test(`a name that is one long word breaks in ${name} on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 844 });
    await open(page, section);
    const part = page.locator(parts).first();
    await part.evaluate((element) => {
      element.append('W'.repeat(80));
    });
    expect((await boxOf(part)).right).toBeLessThanOrEqual(320);
  });
}

for (const width of [320, 390]) {
  test(`a command breaks at its spaces only at ${String(width)} px, and is selected as it is`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, 'display');
    const { starts, selected, code } = await page
      .getByRole('region', { name: 'Command' })
      .evaluate((region) => {
        const top = (node: Text, at: number) => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getBoundingClientRect().bottom;
        };
        const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
        const starts: string[] = [];
        let last = { char: ' ', top: 0 };
        while (texts.nextNode()) {
          const node = texts.currentNode as Text;
          for (const [at, char] of [...node.data].entries()) {
            if (char !== ' ' && top(node, at) > last.top + 8) starts.push(last.char);
            last = { char, top: char === ' ' ? last.top : top(node, at) };
          }
        }
        getSelection()?.selectAllChildren(region);
        return { starts, selected: getSelection()?.toString(), code: region.textContent };
      });
    expect(starts.length).toBeGreaterThan(3);
    expect(new Set(starts)).toEqual(new Set([' ']));
    expect(selected).toBe(code);
  });
}

test('the name of the search button has its text, and is its title on a phone (WCAG 2.5.3)', async ({
  page,
}) => {
  await open(page, 'actions');
  const search = page.getByRole('button', { name: 'Search', exact: true });
  await expect(search).toHaveText('SearchCtrl K');
  expect(await axeFindings(page, { rules: ['label-content-name-mismatch'] })).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(search).toBeVisible();
  expect(await axeFindings(page, { rules: ['button-name'] })).toEqual([]);
});

test('two actions share a phone, or are below each other where half of it is too narrow (B17)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 'actions');
  const actions = page.locator('[data-state="Button: actions of a phone"]').getByRole('button');
  const boxes = () => Promise.all([boxOf(actions.first()), boxOf(actions.last())]);
  const [cancel, create] = await boxes();
  expect(create.y).toBe(cancel.y);
  expect(create.width).toBeCloseTo(cancel.width, 0);
  await page.setViewportSize({ width: 320, height: 844 });
  const [upper, lower] = await boxes();
  expect(lower.y).toBeGreaterThan(upper.y);
  expect(lower.width).toBeCloseTo(upper.width, 0);
});

test('in forced colors, the edge of a last icon ends with its card (B7)', async ({ page }) => {
  await open(page, 'display');
  const card = page.locator('[data-state^="ItemCard"] article').first();
  const button = card.getByRole('button', { name: 'Delete Sales Outreach' });
  const beyond = async () => (await boxOf(button)).right - (await boxOf(card.locator('footer'))).right;
  expect(await beyond()).toBe(8);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await beyond()).toBe(0);
});

test('a long word in a chip or in the title of an empty state breaks on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [name, part] of [
    ['actions', page.getByRole('group', { name: 'Category' }).getByRole('button').first()],
    ['feedback', page.locator('[data-state^="EmptyState"]').getByRole('heading').first()],
    ['feedback', page.locator('[data-state^="ErrorState"]').getByRole('heading').first()],
  ] as const) {
    await open(page, name);
    await part.evaluate((element) => {
      element.textContent = 'x'.repeat(100);
    });
    expect((await boxOf(part)).right).toBeLessThan(390);
  }
});

test('in a low window the whole dialog scrolls, so that its title and actions leave space for the content', async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 320 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'overlays');
  for (const name of ['Terms', 'New agent']) {
    await page.getByRole('button', { name }).press('Enter');
    const dialog = page.getByRole('dialog');
    const hidden = (selector: string) =>
      dialog.locator(selector).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    await expect.poll(() => hidden('> div')).toBeGreaterThan(0);
    expect(await hidden('header + div')).toBe(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
