/**
 * Every sentence comes from a catalogue: the app, built in the pseudo-locale and deployed beside its data, shows no
 * other. And all of it has room, in a language longer than English, on the narrowest screen.
 */
import type { Page } from '@playwright/test';
import { deployPseudoLocale } from './pseudoLocale';
import { asOperator, origin } from './server';
import { expect, test } from './test';

let backToEnglish: () => Promise<void>;
let composition: unknown;

test.beforeAll(async () => {
  backToEnglish = await deployPseudoLocale();
  composition = await (await fetch(`${origin}/slipway.json`)).json();
});
test.afterAll(async () => {
  await backToEnglish();
});

/** Every string of a JSON answer. */
const stringsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsOf)
      : [];

interface Data {
  strings: Set<string>;
}

/** What a person may read that is no message: what the database says, and the composition. */
function collectData(page: Page): Data {
  // Titles are the manifests'; the shell's own stand in no composition.
  const strings = new Set([...stringsOf(composition), 'Dashboard']);
  page.on('response', (response) => {
    if (!/\/(?:rest|auth)\/v1\//.test(response.url())) return;
    response
      .json()
      .then((json) => {
        for (const text of stringsOf(json)) strings.add(text.trim());
      })
      .catch(() => undefined);
  });
  return { strings };
}

/** Text nodes and spoken names with letters in them, but for code and brands, which say that they are not translated. */
const readWords = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const add = (text: string | null) => {
      const trimmed = text?.trim() ?? '';
      if (/\p{L}{2}/u.test(trimmed)) found.push(trimmed);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('[translate=no], script, noscript, style')) continue;
      add(node.textContent);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (element.closest('[translate=no]')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) add(element.getAttribute(name));
    }
    return found;
  });

/** A list of data is data: the tags that a card has no room for. */
const isData = (text: string, { strings }: Data) =>
  strings.has(text) || text.split(', ').every((part) => strings.has(part));

const isPseudo = (text: string) => text.startsWith('[!!') && text.endsWith('!!]');

/** What is cut off: an element that hides what does not fit in it, and does not mean to (a clamp, a hidden label). */
const readCutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, button, label, span, dt, dd, li, input')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const isHidden = style.clipPath !== 'none' || style.webkitLineClamp !== 'none';
        return !isHidden && element.clientWidth > 1 && style.overflowX !== 'visible'
          ? element.scrollWidth > element.clientWidth + 1
          : false;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );

async function expectNoStrayWords(page: Page, data: Data): Promise<void> {
  const words = await readWords(page);
  expect(words.some(isPseudo)).toBe(true);
  expect(words.filter((text) => !isPseudo(text) && !isData(text, data))).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'sideways scroll').toBeLessThanOrEqual(0);
  expect(await readCutOff(page), 'cut off').toEqual([]);
}

const failing = /404|Failed to load resource|ERR_FAILED|slice failed|Failed to fetch|RUNTIME-|Federation/i;

/** Signs the demo person in: nothing can be found by its words here. */
async function enter(page: Page): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name=email]').fill('demo@slipway.example');
  await page.locator('input[name=password]').fill('Slipway-demo-1');
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/dashboard');
}

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
    await expect(page.getByRole('button', { name: /Ćĺéàŕ fíĺťéŕś/ })).toBeVisible();
  },
  'marketplace, no backend': async (page) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await page.goto('/marketplace');
    await expect(page.locator('article')).toHaveCount(6, { timeout: 10_000 });
    // The bundled samples are the seed's.
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
  'sign in, refused': async (page) => {
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
    await expect(page.locator('dialog p[role=status]')).toContainText('Ńóťĥíńĝ');
  },
  dashboard: async (page) => {
    await enter(page);
    await expect(page.locator('dl').first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  },
};

test.describe('in the pseudo-locale, at 320 pixels', () => {
  test.use({ expectedErrors: failing, viewport: { width: 320, height: 800 } });

  for (const [name, open] of Object.entries(states)) {
    test(name, async ({ page }) => {
      const data = collectData(page);
      for (const text of stringsOf(await open(page))) data.strings.add(text);
      await expectNoStrayWords(page, data);
    });
  }
});
