/** `slipway dev`: one slice from source, the others from an environment, in a copy of this workspace. One file: the copy takes long. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { currentComposition, folderStore } from '@slipway/cli';
import type { Composition } from '@slipway/contracts';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { type DevServer, type SourceFile, sourceFile, startDev } from '../../support/devServer';
import { demo } from '../../support/accounts';
import { devPort, origin, root, store } from '../../support/server';
import { notesSlice } from '../../support/fixtureSlice';
import { makeWorkspace } from '../../support/slipwayCli';
import { expect, nightly, test } from '../../support/test';
import { isNightly } from '../../support/tier';
import { copy, copyWorkspace } from '../../support/workspaceCopy';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Marks the document: a new document has no mark. */
const mark = (page: Page) => page.evaluate(() => (document.documentElement.dataset['marked'] = 'yes'));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset['marked'] === 'yes');

test.describe('a slice that the environment runs', () => {
  let dev: DevServer;
  let words: SourceFile;
  test.beforeAll(async () => {
    test.setTimeout(180_000); // runs the command line several times
    makeWorkspace();
    copyWorkspace();
    words = sourceFile(join(copy, 'apps/auth/src/features/sign-up/messages.ts'));
    dev = await startDev(copy, 'auth', '--against', 'local', '--port', String(devPort));
  });
  test.afterEach(() => {
    words.putBack();
  });
  test.afterAll(async () => {
    expect(await dev.stop()).toBe(0);
    await expect(fetch(dev.origin)).rejects.toThrow();
  });

  test('a form keeps its input while a text of its page changes', async ({ page }) => {
    await page.goto(`${dev.origin}/signup`);
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Correct-horse-1');
    const met = page.getByText('5 of 5 password requirements met.');
    await expect(met).toBeAttached();
    await mark(page);

    words.replace('Free to start.', 'Free forever.');
    await expect(page.getByText('Free forever.')).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Correct-horse-1');
    await expect(met).toBeAttached(); // the component's own state
    expect(await isMarked(page)).toBe(true);
  });

  test('shows build errors over the page until they are fixed', async ({ page }) => {
    await page.goto(`${dev.origin}/signup`);
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await mark(page);

    words.replace('Free to start.', "' oops");
    const errorDialog = page.getByRole('dialog', { name: 'auth failed to build' });
    await expect(errorDialog).toContainText('ERROR in ./src/features/sign-up/messages.ts');
    if (isNightly) expect(await axeFindings(page, { within: 'dialog' })).toEqual([]);
    expect(dev.events).toContainEqual(expect.objectContaining({ event: 'failed', app: 'auth' }));
    await page.keyboard.press('Escape');
    await expect(errorDialog).toBeHidden();

    words.replace('Free to start.', 'Fixed.');
    await expect(page.getByText('Fixed.')).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
    expect(await isMarked(page)).toBe(true);
  });

  test.describe('an error in running code', () => {
    test.use({ expectedErrors: /boom/ });
    const file = 'apps/auth/src/routes/SignUpPage.tsx';

    test('is shown with the file and line of the source, in the page and in the console (21.1)', async ({
      page,
    }) => {
      const source = sourceFile(join(copy, file));
      const logged: string[] = [];
      page.on('console', (message) => logged.push(message.text()));
      try {
        source.replace(
          "        <Text>\n          {t('haveAccount')}",
          [
            "        {window.location.hash === '#render' && <Broken />}",
            '        <button',
            '          type="button"',
            '          onClick={() => {',
            "            throw new Error('boom in a handler');",
            '          }}',
            '        >',
            '          Throw',
            '        </button>',
            "        <Text>\n          {t('haveAccount')}",
          ].join('\n'),
        );
        source.append("\nfunction Broken(): never {\n  throw new Error('boom at render');\n}\n");
        const lineOf = (code: string) =>
          `${file}:${String(source.text().slice(0, source.text().indexOf(code)).split('\n').length)}`;

        await page.goto(`${dev.origin}/signup`);
        await page.getByRole('button', { name: 'Throw' }).click();
        const panel = page.getByRole('alert').filter({ hasText: 'Error in running code' });
        await expect(panel).toContainText('Error: boom in a handler');
        const handler = lineOf("throw new Error('boom in a handler')");
        await expect(panel).toContainText(handler);
        if (isNightly) expect(await axeFindings(page, { within: '.slipway-runtime-errors' })).toEqual([]);
        expect(logged.join('\n')).toContain(handler);
        await panel.getByRole('button', { name: 'Close' }).click();
        await expect(panel).toBeHidden();

        await page.goto(`${dev.origin}/signup#render`);
        await page.reload();
        await expect(panel).toContainText('Error: boom at render');
        await expect(panel).toContainText(lineOf("throw new Error('boom at render')"));
        await expect(panel).toContainText(/Components:\s+at Broken [\s\S]+at SignUpPage \(apps\/auth/);
      } finally {
        source.putBack();
      }
    });
  });

  nightly('opens a slice with the changes made before it was opened', async ({ page }) => {
    await page.goto(`${dev.origin}/marketplace`);
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    const builds = dev.events.length;
    const signIn = sourceFile(join(copy, 'apps/auth/src/features/sign-in/messages.ts'));
    try {
      signIn.replace('Welcome back.', 'Good to see you.');
      await expect.poll(() => dev.events.length).toBeGreaterThan(builds);
      await page.getByRole('link', { name: 'Sign In' }).click();
      await expect(page.getByText('Good to see you.')).toBeVisible();
    } finally {
      signIn.putBack();
    }
  });

  test('runs the other slices from the environment, with the policy of a release', async () => {
    const live = await currentComposition(folderStore(store), 'local');
    const here = (await (await fetch(`${dev.origin}/slipway.json`)).json()) as Composition;
    const others = ({ slices }: Composition) => ({ ...slices, auth: undefined });
    expect(live && others(live)).toEqual(others(here));
    expect(here.slices['auth']?.version).not.toBe(live?.slices['auth']?.version);

    const policy = async (address: string) => (await fetch(address)).headers.get('content-security-policy');
    // In development no service worker keeps files.
    const released = (await policy(`${origin}/login`))?.replace("worker-src 'self'", "worker-src 'none'");
    expect(await policy(`${dev.origin}/login`)).toBe(released);

    // Files without a hash would be loaded twice.
    const landing = await (await fetch(`${dev.origin}/`)).text();
    expect(landing).not.toMatch(/<link rel="preload" as="script" href="\/slices\/shell\//);
  });

  nightly('a user signs in with the slice, and opens another one', async ({ page }) => {
    await page.goto(dev.address);
    await page.getByLabel('Email', { exact: true }).fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await page.getByRole('link', { name: 'Billing' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Billing & Usage' })).toBeVisible();
  });

  test('rejects the host name of another site', async () => {
    const answer = execFileSync('curl', ['-s', '-H', 'Host: evil.example', `${dev.origin}/login`], {
      encoding: 'utf8',
    });
    expect(answer.trim()).toBe(`This server is ${dev.origin}`);
  });

  test('no path leads out of what was built', async () => {
    const here = (await (await fetch(`${dev.origin}/slipway.json`)).json()) as Composition;
    const base = dev.origin + (here.slices['auth']?.base ?? '');
    expect((await fetch(`${base}release.json`)).status).toBe(200);
    for (const path of ['%2e%2e%2frelease.json', '..%2fshell%2frelease.json', '%2e%2e%5crelease.json']) {
      expect((await fetch(base + path)).status, path).toBe(404);
    }
  });

  // In `npm test`: tools/cli/src/development/listen.test.ts.
  nightly('rejects a port that is in use', async () => {
    await expect(startDev(copy, 'auth', '--against', 'local', '--port', String(devPort))).rejects.toThrow(
      /Port \d+ is already in use/,
    );
  });
});

test.describe('a slice that the environment does not run yet', () => {
  test.skip(!isNightly, 'another server and its builds; the tests above have the rest of it');
  // There is no such page until it is built, and no server at the end. Files wait for builds, on a busy machine longer than
  // the limit of a page.
  test.use({
    expectedErrors:
      /status of 404|^404: no page at \/notes$|"phase":"hang"|ERR_INCOMPLETE|ERR_CONNECTION_REFUSED/,
  });

  test('is there when it builds, with the routes that are added', async ({ page }) => {
    makeWorkspace();
    const manifest = sourceFile(join(root, notesSlice, 'slice.manifest.ts'));
    const slice = sourceFile(join(root, notesSlice, 'src/slice.ts'));
    slice.replace("'/notes'", "'/notes' oops");
    const dev = await startDev(root, notesSlice, '--against', 'local', '--port', String(devPort));
    try {
      await page.goto(`${dev.origin}/notes`);
      await expect(page.getByRole('dialog', { name: 'notes failed to build' })).toBeVisible();
      slice.putBack();
      await expect(page.getByText('A slice the shell had never heard of')).toBeVisible({ timeout: 60_000 });

      manifest.replace('routes: [', "routes: [{ path: '/notes/all', title: 'All', access: 'public' }, ");
      slice.replace("'/notes':", "'/notes/all': () => import('./pages/NotesPage'),\n  '/notes':");
      const status = async () => (await fetch(`${dev.origin}/notes/all`)).status;
      await expect.poll(status, { timeout: 60_000 }).toBe(200);
      const other = await page.context().newPage(); // the first one is reloading
      await other.goto(`${dev.origin}/notes/all`);
      await expect(other.getByText('A slice the shell had never heard of, at /notes/all.')).toBeVisible();
    } finally {
      expect(await dev.stop()).toBe(0);
    }
  });
});
