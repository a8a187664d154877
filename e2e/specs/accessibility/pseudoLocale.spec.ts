/**
 * Every text comes from a message catalog: the app in a pseudo-locale shows no other text than data. And all of it fits
 * the narrowest screen, in a language longer than English, and in one from right to left. Nightly: it builds every part.
 * One file: every page has the same checks.
 */
import type { Page } from '@playwright/test';
import { demo } from '../../support/accounts';
import { deployPseudoLocales, type PseudoLocale, useLanguage } from '../../support/pseudoLocale';
import { expectNoSidewaysScroll, expectNothingCutOff } from '../../support/layoutAssertions';
import { asOperator, origin } from '../../support/server';
import { serverResponse } from '../../support/serverResponse';
import { expect, signedInTest, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'lint finds text in components: TEST_TIER=nightly');

let backToEnglish: () => Promise<void>;
let composition: unknown;

test.beforeAll(async () => {
  test.setTimeout(900_000); // builds parts of the app, on a machine that also runs other tests
  backToEnglish = await deployPseudoLocales();
  composition = await (await fetch(`${origin}/slipway.json`)).json();
});
test.afterAll(async () => {
  await backToEnglish();
});

/** Every string of a JSON response. */
const stringsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsOf)
      : [];

/** Text that is not a message: from the database and the composition. It grows with each response. */
async function collectData(page: Page): Promise<Set<string>> {
  // Titles are in manifests, except the shell's. The email address is in the session.
  const strings = new Set([...stringsOf(composition), 'Dashboard', demo.email]);
  await page.route(/\/(?:rest|auth)\/v1\//, async (route) => {
    const response = await serverResponse(route);
    const json: unknown = await response.json().catch(() => undefined);
    for (const text of stringsOf(json)) strings.add(text.trim());
    await route.fulfill({ response });
  });
  return strings;
}

/** Text nodes and accessible names with letters, without code and brands, which are marked as not translated. */
const readTexts = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const add = (text: string | null) => {
      const trimmed = text?.trim() ?? '';
      if (/\p{L}{2}/u.test(trimmed)) found.push(trimmed);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      // `Intl` formats times, also in the pseudo-locale.
      if (!parent || parent.closest('[translate=no], time, script, noscript, style')) continue;
      add(node.textContent);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (element.closest('[translate=no]')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) add(element.getAttribute(name));
    }
    return found;
  });

/** A date as `Intl` writes it: `Nov 21`, `Nov 21, 2026, 9:05 AM`, and in Arabic. */
const dates: Record<PseudoLocale, RegExp> = {
  'en-XA':
    /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?:, \d{4})?(?:, \d{1,2}:\d\d\s[AP]M)?$/,
  'ar-XB': /^[\p{Script=Arabic}\d\s:/،.$US\u200e\u200f]+$/u,
};

/** The first and the last characters of every message of a pseudo-locale. */
const marks: Record<PseudoLocale, readonly [start: string, end: string]> = {
  'en-XA': ['[!!', '!!]'],
  'ar-XB': ['\u200f', '\u200f'],
};

async function expectNoOtherText(page: Page, tag: PseudoLocale, strings: Set<string>): Promise<void> {
  const [start, end] = marks[tag];
  const isPseudo = (text: string) => text.startsWith(start) && text.endsWith(end);
  /** A list of data is data: the hidden tags of a card. */
  const isData = (text: string) =>
    strings.has(text) || dates[tag].test(text) || text.split(', ').every((part) => strings.has(part));
  const texts = await readTexts(page);
  expect(texts.some(isPseudo)).toBe(true);
  expect(texts.filter((text) => !isPseudo(text) && !isData(text))).toEqual([]);
  await expectNoSidewaysScroll(page, tag);
  await expectNothingCutOff(page, tag);
}

const failing = /404|Failed to load resource|ERR_FAILED|slice failed|Failed to fetch|RUNTIME-|Federation/i;

const states: Record<string, (page: Page) => Promise<unknown>> = {
  landing: async (page) => {
    await page.goto('/');
    await expect(page.locator('article')).toHaveCount(6);
  },
  marketplace: async (page) => {
    await page.goto('/marketplace');
    await expect(page.locator('article')).toHaveCount(6);
  },
  'marketplace, nothing found': async (page) => {
    await page.goto('/marketplace?q=zzzz');
    await expect(page.getByRole('button', { name: /Ćĺéàŕ fíĺťéŕś|Clear filters/ })).toBeVisible();
  },
  'marketplace, the details': async (page) => {
    await page.goto('/marketplace');
    await page.locator('article button').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await atRest(page);
  },
  'marketplace, no backend': async (page) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await page.goto('/marketplace');
    await expect(page.locator('article')).toHaveCount(6, { timeout: 10_000 });
    // The bundled samples are the agents of the seed.
    return (await asOperator('agent_listings?select=*')).json();
  },
  'marketplace, slice missing': async (page) => {
    await page.route('**/slices/marketplace/**', (route) => route.abort());
    await page.goto('/marketplace');
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 10_000 });
  },
  'sign in': async (page) => {
    await page.goto('/login');
    await expect(page.locator('input[name=email]')).toBeVisible();
  },
  'sign in, rejected': async (page) => {
    await page.goto('/login');
    await page.locator('form button[type=submit]').click();
    await expect(page.locator('[data-toast]')).toBeVisible();
  },
  'sign up': async (page) => {
    await page.goto('/signup');
    await expect(page.locator('input[name=confirm]')).toBeVisible();
  },
  'access denied': async (page) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'not found': async (page) => {
    await page.goto('/nothing-here');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  'the drawer': async (page) => {
    await page.goto('/login');
    await page.locator('header button[aria-haspopup=dialog]').last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'the command menu': async (page) => {
    await page.goto('/login');
    await expect(page.locator('input[name=email]')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('sales');
    await expect(page.getByText('Sales Assistant')).toBeVisible();
  },
  'the command menu, nothing found': async (page) => {
    await page.goto('/login');
    await expect(page.locator('input[name=email]')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('qqqqzzzz');
    await expect(page.locator('dialog p[role=status]')).toContainText(/Ńó ŕéśúĺťś|No results/);
  },
};

const atRest = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 15_000 });
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 15_000 });
};

/** Every page for signed-in users, and its dialogs. */
const memberStates: Record<string, (page: Page) => Promise<unknown>> = {
  dashboard: async (page) => {
    await page.goto('/dashboard');
    await expect(page.locator('dl').first()).toBeVisible();
    await atRest(page);
  },
  'dashboard, failed': async (page) => {
    await page.route('**/rest/v1/rpc/**', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 15_000 });
  },
  billing: async (page) => {
    await page.goto('/billing');
    await expect(page.locator('table').first()).toBeVisible({ timeout: 15_000 });
    await atRest(page);
  },
  'billing, failed': async (page) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await page.goto('/billing');
    await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 15_000 });
  },
  'deployments, failed': async (page) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await page.goto('/deployments');
    await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 15_000 });
  },
  deployments: async (page) => {
    await page.goto('/deployments');
    await expect(page.locator('main article').first()).toBeVisible();
    await atRest(page);
  },
  'deployments, the dialog': async (page) => {
    await page.goto('/deployments');
    await expect(page.locator('main article').first()).toBeVisible();
    await page.locator('main header button').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await atRest(page);
  },
  agents: async (page) => {
    await page.goto('/agents');
    await expect(page.locator('main article')).toHaveCount(7);
    await atRest(page);
  },
  'agents, the form': async (page) => {
    await page.goto('/agents');
    await expect(page.locator('main article')).toHaveCount(7);
    await page.locator('main header button').first().click();
    await expect(page.locator('textarea[name=prompt]')).toBeVisible();
  },
  'the command menu, signed in': async (page) => {
    await page.goto('/dashboard');
    await atRest(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('s');
    await expect(page.getByText('Sales Assistant')).toBeVisible();
  },
};

async function check(page: Page, tag: PseudoLocale, open: (page: Page) => Promise<unknown>): Promise<void> {
  const data = await collectData(page);
  for (const text of stringsOf(await open(page))) data.add(text);
  await expect(page.locator(`html[lang=${tag}][dir=${tag === 'ar-XB' ? 'rtl' : 'ltr'}]`)).toBeAttached();
  await expectNoOtherText(page, tag, data);
}

const narrow = { expectedErrors: failing, viewport: { width: 320, height: 800 } };
test.describe('in the pseudo-locale, at 320 pixels', () => {
  test.use(narrow);
  for (const [name, open] of Object.entries(states)) {
    test(name, ({ page }) => check(page, 'en-XA', open));
  }
});

signedInTest.describe('in the pseudo-locale, at 320 pixels, signed in', () => {
  signedInTest.use(narrow);
  for (const [name, open] of Object.entries(memberStates)) {
    signedInTest(name, ({ page }) => check(page, 'en-XA', open));
  }
});

test.describe('from right to left, at 320 pixels', () => {
  test.use(narrow);
  for (const [name, open] of Object.entries(states)) {
    test(name, async ({ page }) => {
      await useLanguage(page, 'ar-XB');
      await check(page, 'ar-XB', open);
    });
  }
});

signedInTest.describe('from right to left, at 320 pixels, signed in', () => {
  signedInTest.use(narrow);
  for (const [name, open] of Object.entries(memberStates)) {
    signedInTest(name, async ({ page }) => {
      await useLanguage(page, 'ar-XB');
      await check(page, 'ar-XB', open);
    });
  }
});

signedInTest('the account menu offers the languages, and keeps the choice', async ({ page }) => {
  await page.goto('/billing');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  await page.getByRole('button', { name: /Àććóúńť méńú/ }).click();
  await page.getByRole('button', { name: 'English', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing & Usage' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto('/deployments');
  await expect(page.getByRole('heading', { level: 1, name: 'Deployments' })).toBeVisible();
});

test('visitors choose a language in the header, and in the drawer on phones (20)', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  await page
    .locator('header')
    .getByRole('button', { name: /^English \(/ })
    .click();
  await page.getByRole('button', { name: 'English', exact: true }).click();
  await expect(page.locator('header').getByRole('link', { name: 'Get Started' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByRole('button', { name: 'Open navigation menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await drawer.getByRole('button', { name: /^English \(/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
});
