/** After a deploy, a returning visitor fetches what differs from the files that the browser has (decision 104). */
import type { Page } from '@playwright/test';
import { builtRelease, currentComposition, findWorkspace, folderStore, selectionOf } from '@slipway/cli';
import { type EnvironmentServer, serveEnvironment } from '../../support/environmentServer';
import { buildNotes, notesDist, rewordNotes } from '../../support/fixtureSlice';
import { deployTo } from '../../support/localEnvironment';
import { root, store as storeFolder } from '../../support/server';
import { env, leaveStaging, makeWorkspace, stagingPort } from '../../support/slipwayCli';
import { expect, test } from '../../support/test';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let staging: EnvironmentServer;
const FIRST = 'A slice the shell had never heard of';

const deploy = (change: Omit<Parameters<typeof deployTo>[1], 'reason'>) =>
  deployTo(findWorkspace(root, env).environment('staging'), { ...change, reason: 'e2e' });
const ship = async () => {
  const notes = await builtRelease(notesDist);
  await deploy({ candidates: [notes], edits: { stable: new Map([['notes', notes.release.version]]) } });
  return notes.release.version;
};

test.beforeAll(async () => {
  test.setTimeout(120_000); // builds a slice and deploys it
  makeWorkspace();
  staging = await serveEnvironment('staging', stagingPort);
  const local = await currentComposition(folderStore(storeFolder), 'local');
  await deploy({ edits: { base: selectionOf(local) } });
  buildNotes();
});
test.afterAll(async () => {
  await leaveStaging();
  await staging.close();
});

/** Opens the page, and returns the encoding of each script of the slice, of its manifest and of the composition, by file. */
async function open(page: Page, sentence: string): Promise<Record<string, string | undefined>> {
  const encodings: Record<string, string | undefined> = {};
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const [, file] = /^\/slices\/(?:notes|_rest)\/[^/]+\/(.+\.js(?:on)?)$/.exec(pathname) ?? [];
    if (file === undefined) return;
    const name = file.replace(/^[0-9a-f]{16}(?=\.json)/, 'composition').replace(/\.[0-9a-f]{16}(?=\.)/, '');
    encodings[name] = response.headers()['content-encoding'];
  });
  const rest = page.waitForResponse('**/slices/_rest/**');
  await page.goto(`${staging.origin}/notes`);
  await expect(page.getByText(`${sentence}, at /notes.`)).toBeVisible({ timeout: 10_000 });
  await (await rest).finished();
  page.removeAllListeners('response');
  return encodings;
}

test('a returning visitor gets deltas of the scripts, the manifest and the composition, a new one whole files', async ({
  page,
  browser,
}) => {
  await ship();
  const first = await open(page, FIRST);
  expect(first).toMatchObject({ 'remoteEntry.js': 'br', 'composition.json': 'gzip' });

  rewordNotes(FIRST, 'The next text');
  await ship();
  const again = await open(page, 'The next text');
  expect(Object.keys(again).sort()).toEqual(Object.keys(first).sort());
  expect([...new Set(Object.values(again))]).toEqual(['dcz']);

  const stranger = await browser.newPage();
  expect(Object.values(await open(stranger, 'The next text'))).not.toContain('dcz');
  await stranger.close();
});

test('a rollback is a release too: the visitor gets deltas to what runs now', async ({ page }) => {
  rewordNotes('The next text', 'Text before');
  await ship();
  await open(page, 'Text before');
  rewordNotes('Text before', 'Text with a mistake');
  await ship();
  const newest = await open(page, 'Text with a mistake');
  rewordNotes('Text with a mistake', 'The next text');
  await ship();
  const back = await open(page, 'The next text');
  expect([...new Set([...Object.values(newest), ...Object.values(back)])]).toEqual(['dcz']);
});
