/**
 * Every file of code that a slice loads is verified, whatever tool built the slice. Each attack replaces a file on its way
 * to the browser by another valid one, which runs and leaves a trace, and opens the slice by a link inside the app: no
 * document has preloaded its files. `npm test` alters each kind of file once (the container in trust.spec.ts), and a file of
 * each tool. One file: the builds share a deploy and their attacks.
 */
import type { Page, Route } from '@playwright/test';
import { builtRelease, type Candidate } from '@slipway/cli';
import { buildWithVite, buildWithWebpack } from '../../support/builders';
import { buildNotes } from '../../support/fixtureSlice';
import { deployLocally } from '../../support/localEnvironment';
import { serverResponse } from '../../support/serverResponse';
import { expect, nightly, test } from '../../support/test';
import { cellsOf, isNightly } from '../../support/tier';

test.use({
  viewport: { width: 390, height: 800 },
  expectedErrors:
    /slice failed|integrity|TrustedScriptURL|worker-src|digest|Failed to load resource|Loading (?:CSS )?chunk|preload|RUNTIME-|Federation Runtime|Failed to fetch/i,
});

interface Built {
  id: string;
  /** The button of its page that loads one more chunk, and what that shows. */
  more: { button: string; shows: string; chunk: RegExp };
  /** The files to alter, by what they are. */
  attacks: Record<string, RegExp>;
  /** Those that `npm test` alters. */
  sample: string[];
  hasStylesheet?: true;
}

const more = (id: string, chunk: RegExp) => ({ button: 'More', shows: `More of ${id}`, chunk });
const builds: Built[] = [
  {
    id: 'notes',
    more: { button: 'Write a note', shows: 'A new note', chunk: /\/src_ui_NewNote_tsx\.\w+\.js$/ },
    attacks: {
      'the container': /\/remoteEntry\.\w+\.js$/,
      'a page': /\/src_pages_NotesPage_tsx\.\w+\.js$/,
    },
    sample: ['a page'],
  },
  {
    id: 'by-webpack',
    more: more('by-webpack', /\/src_more_mjs\.js$/),
    attacks: {
      'the container': /\/remoteEntry\.js$/,
      'the exposed module': /\/src_slice_mjs\.js$/,
      'a page': /src_Page_mjs\.js$/,
    },
    sample: ['the exposed module'],
    hasStylesheet: true,
  },
  {
    id: 'by-vite',
    more: more('by-vite', /\/more-[\w-]+\.js$/),
    attacks: {
      'the federation manifest': /\/mf-manifest\.json$/,
      'the container': /\/remoteEntry\.js$/,
      'the exposed module': /\/slice-[\w-]+\.js$/,
      'a page': /\/Page-[\w-]+\.js$/,
    },
    sample: ['the federation manifest'],
    hasStylesheet: true,
  },
];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const folders = [buildNotes(), await buildWithWebpack('by-webpack'), await buildWithVite('by-vite')];
  const candidates: Candidate[] = await Promise.all(folders.map((folder) => builtRelease(folder)));
  await deployLocally({
    candidates,
    edits: { stable: new Map(candidates.map(({ release: { id, version } }) => [id, version])) },
    reason: 'slices of three tools',
  });
});
test.afterAll(async () => {
  const edits = { stable: new Map(builds.map(({ id }) => [id, undefined])) };
  await deployLocally({ edits, reason: 'remove them' });
});

/** Another file of the same kind that works, and shows that it did. */
function alter(url: string, text: string): string {
  if (url.endsWith('.json')) return `${text}\n`;
  return url.endsWith('.css') ? `${text} body { outline: 7px solid }` : `globalThis.foreign = true; ${text}`;
}

const alteredBy = (counted: string[]) => async (route: Route) => {
  const url = route.request().url();
  const response = await serverResponse(route);
  counted.push(url);
  await route.fulfill({ response, body: alter(url, await response.text()) });
};

const hasRunForeignCode = (page: Page) =>
  page.evaluate(() => 'foreign' in globalThis || getComputedStyle(document.body).outlineWidth === '7px');

/** Starts at a page of another slice. */
async function openByLink(page: Page, id: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Open navigation menu' }).click();
  await page.getByRole('link', { name: `Page of ${id}` }).click();
}

const rejection = (page: Page) =>
  page.waitForEvent('console', { predicate: (message) => /digest/.test(message.text()), timeout: 10_000 });

for (const { id, more, attacks, sample, hasStylesheet } of builds) {
  const button = (page: Page) => page.getByRole('button', { name: more.button });
  const alterFiles = async (page: Page, files: RegExp) => {
    const altered: string[] = [];
    const isAttacked = ({ pathname }: URL) => pathname.startsWith(`/slices/${id}/`) && files.test(pathname);
    await page.route(isAttacked, alteredBy(altered));
    return altered;
  };

  // Other tests open Notes.
  const testOf = id === 'notes' ? nightly : test;
  testOf(`${id} runs as it was released`, async ({ page }) => {
    await openByLink(page, id);
    await button(page).click();
    await expect(page.getByText(more.shows)).toBeVisible();
    if (hasStylesheet)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '3px');
    // By its address, the document has preloaded files.
    await page.goto(`/${id}`);
    await expect(button(page)).toBeVisible();
  });

  for (const what of cellsOf(Object.keys(attacks), ...sample)) {
    const files = attacks[what] ?? /never/;
    test(`${id} does not run when ${what} is replaced by another valid one`, async ({ page }) => {
      const altered = await alterFiles(page, files);
      await openByLink(page, id);
      await expect(page.getByRole('alert').filter({ hasText: 'do not match the release' })).toBeVisible();
      expect(altered).not.toEqual([]);
      expect(await hasRunForeignCode(page)).toBe(false);
      await expect(button(page)).toHaveCount(0);
    });
  }

  // One loader adds the stylesheets of webpack's and Vite's builds.
  if (hasStylesheet && (isNightly || id === 'by-webpack')) {
    test(`${id} does not get a stylesheet that is replaced by another valid one`, async ({ page }) => {
      const altered = await alterFiles(page, /\.css$/);
      const rejected = rejection(page);
      await openByLink(page, id);
      await rejected;
      expect(altered).not.toEqual([]);
      expect(await hasRunForeignCode(page)).toBe(false);
    });
  }

  // Federation's loader and webpack's are the same code in both builds: one of them in `npm test`.
  if (!isNightly && id === 'notes') continue;
  test(`${id} does not run a chunk that is replaced before a click loads it`, async ({ page }) => {
    const altered = await alterFiles(page, more.chunk);
    await openByLink(page, id);
    if (id === 'by-vite') {
      // All modules are verified before the first one runs.
      await expect(page.getByRole('alert').filter({ hasText: 'do not match the release' })).toBeVisible();
    } else {
      const rejected = rejection(page);
      await button(page).click();
      await rejected;
    }
    expect(altered).not.toEqual([]);
    expect(await hasRunForeignCode(page)).toBe(false);
    await expect(page.getByText(more.shows)).toHaveCount(0);
  });
}

test('the policy for script addresses cannot be obtained again', async ({ page }) => {
  await page.goto('/login');
  const attempts = await page.evaluate(async () => {
    interface Factory {
      createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
    }
    const outcome: Record<string, string> = {};
    const attempt = async (name: string, act: () => unknown) => {
      outcome[name] = await Promise.resolve()
        .then(act)
        .then(String, (error: unknown) => (error instanceof Error ? error.name : String(error)));
    };
    const page = window as Window & { trustedTypes?: Factory };
    // A frame has its own factory, and the prototype of it the function that the shell hid.
    const frame = document.body.appendChild(document.createElement('iframe'));
    const other = (frame.contentWindow as typeof page | null)?.trustedTypes;
    const rules = { createScriptURL: (url: string) => url };
    for (const name of ['slipway', 'slipway-loader', 'default']) {
      await attempt(name, () => page.trustedTypes?.createPolicy(name, rules) ?? 'no factory');
    }
    await attempt('frame', () => {
      const script = document.createElement('script');
      const url = other?.createPolicy('slipway-loader', rules).createScriptURL('/slices/probe/hello.js');
      script.src = url ?? '/slices/probe/hello.js';
      document.body.append(script);
    });
    await attempt('attribute', () => {
      document.createElement('script').setAttributeNS(null, 'src', '/slices/probe/hello.js');
    });
    await attempt('worker', () => new Worker('/slices/probe/hello.js'));
    return outcome;
  });
  expect(attempts).toEqual({
    ...{ slipway: 'no factory', 'slipway-loader': 'no factory', default: 'no factory' },
    ...{ frame: 'AppError', attribute: 'TypeError', worker: 'TypeError' },
  });
});
