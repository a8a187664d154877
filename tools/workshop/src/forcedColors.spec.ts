/** Forced colors: selected and busy states stay distinguishable. */
import { expect, open, test } from './workshopPage';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
});

const button = '[data-state^=Button] ';

/** Pairs that must look different: page, two selectors, and the property in which they differ. */
const pairs = [
  ['actions', `${button}[data-variant=primary]`, `${button}[data-variant=secondary]`, 'backgroundColor'],
  ['actions', `${button}[data-variant=danger]`, `${button}[data-variant=secondary]`, 'backgroundColor'],
  [
    'actions',
    `${button}[data-variant=primary]:disabled`,
    `${button}[data-variant=primary]`,
    'backgroundColor',
  ],
  ['actions', `${button}[data-variant=quiet]:disabled`, `${button}[data-variant=quiet]`, 'color'],
  ['actions', `${button}[aria-pressed=true]`, `${button}[aria-pressed=false]`, 'backgroundColor'],
  ['actions', `${button}[aria-pressed=true]`, `${button}[data-variant=primary]`, 'backgroundColor'],
  ['forms', 'input[aria-invalid=true]', 'input:not([aria-invalid], [type=checkbox])', 'borderBottomStyle'],
  ['display', '[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]', 'borderBottomColor'],
  [
    'actions',
    '[data-state^=Chip] [aria-pressed=true]',
    '[data-state^=Chip] [aria-pressed=false]',
    'backgroundColor',
  ],
  ['chart', '[data-series="1"] > rect', '[data-series="0"] > rect', 'maskImage'],
  ['chart', '[data-series="2"] > rect', '[data-series="0"] > rect', 'stroke'],
  [
    'actions',
    '[data-state^=Link] [aria-current=page]',
    '[data-state^=Link] nav a:not([aria-current])',
    'textDecorationLine',
  ],
] as const;

for (const name of new Set(pairs.map(([name]) => name))) {
  test(`what differs on ${name} looks different`, async ({ page }) => {
    await open(page, name);
    const styleOf = (selector: string, property: (typeof pairs)[number][3]) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, key) => getComputedStyle(element)[key], property);
    for (const [, one, other, property] of pairs.filter(([own]) => own === name)) {
      const [style, otherStyle] = [await styleOf(one, property), await styleOf(other, property)];
      expect.soft(style, `${one} and ${other}`).not.toBe(otherStyle);
    }
  });
}

test('a focused invalid field shows its dashed edge, and a panel its own (20)', async ({ page }) => {
  await open(page, 'forms');
  const field = page.locator('input[aria-invalid=true]').first();
  await field.focus();
  const ring = () => field.evaluate((element) => parseFloat(getComputedStyle(element).outlineOffset));
  expect(await ring()).toBeGreaterThanOrEqual(0);

  await open(page, 'overlays');
  await page.getByRole('button', { name: 'Details of Sales Outreach' }).click();
  const panel = page.getByRole('dialog', { name: 'Sales Outreach' }).locator('> div');
  expect(await panel.evaluate((element) => getComputedStyle(element).borderInlineStartWidth)).toBe('1px');
});

test('the button that shows a password is inside of its field (B21)', async ({ page }) => {
  await open(page, 'forms');
  const eye = page.getByRole('button', { name: 'Show characters' }).first();
  const { left, right } = await eye.evaluate((button) => {
    const field = button.parentElement?.getBoundingClientRect();
    const box = button.getBoundingClientRect();
    return { left: box.top - (field?.top ?? NaN), right: (field?.right ?? NaN) - box.right };
  });
  expect([left, right]).toEqual([4, 4]);
});

test('a spinner visibly turns, and a status has its dot', async ({ page }) => {
  await open(page, 'feedback');
  const spinner = page.locator('[data-state^="Spinner"] span').first();
  const [top, bottom] = await spinner.evaluate((element) => {
    const style = getComputedStyle(element);
    return [style.borderTopColor, style.borderBottomColor];
  });
  expect(top).not.toBe(bottom);

  await open(page, 'display');
  const badge = page.locator('[data-state="StatusBadge: deployment"] span', { hasText: 'Active' });
  const ground = await badge.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(
    await badge.locator('span').evaluate((element) => getComputedStyle(element).backgroundColor),
  ).not.toBe(ground);
});

test('a disabled button is not faint, and the ring of a filled one is that of the others', async ({
  page,
}) => {
  await open(page, 'actions');
  const disabled = page.locator(`${button}:disabled`).first();
  expect(await disabled.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  const ringOf = async (variant: string) => {
    const one = page.locator(`${button}[data-variant=${variant}]:not(:disabled)`).first();
    await one.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    return one.evaluate((element) => getComputedStyle(element).outlineColor);
  };
  expect(await ringOf('primary')).toBe(await ringOf('secondary'));
});
