/** Overlays and charts come from the shell, once, when a page first needs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRelease, type ShellRelease, type SliceRelease } from '@slipway/contracts';
import { deployNotes, notesDist } from '../../support/fixtureSlice';
import { root } from '../../support/server';
import { expect, test } from '../../support/test';

const shellBuild = join(root, 'apps/shell/dist');
const textOf = (file: string) => readFileSync(join(shellBuild, file), 'utf8');
const shell = parseRelease(JSON.parse(textOf('release.json'))) as ShellRelease;

/** Text that occurs once in the code of each entry and survives minification. */
const marks = {
  ...{ chart: 'data-faint', chat: '.scrollHeight', markdown: 'nofollow ugc' },
  overlays: 'select, textarea, label',
  pictures: 'image/avif',
};

for (const [entry, mark] of Object.entries(marks)) {
  test(`${entry} is one file of the shell, and not in its first scripts`, () => {
    const carriers = Object.keys(shell.files).filter(
      (file) => file.endsWith('.js') && textOf(file).includes(mark),
    );
    expect(carriers).toHaveLength(1);
    expect(shell.scripts).not.toContain(carriers[0]);
  });
}

/** A slice declares the entries that it uses: it fits no shell without them. */
const requiredByNotes = () =>
  (JSON.parse(readFileSync(join(notesDist, 'release.json'), 'utf8')) as SliceRelease).requires;

let removeNotes: () => Promise<void>;
test.beforeAll(async () => {
  test.setTimeout(120_000); // builds a slice
  removeNotes = await deployNotes();
});
test.afterAll(async () => {
  await removeNotes();
});

test("a slice's dialog uses the code, the policy and the style sheet of the shell", async ({ page }) => {
  const sources: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sources.push(response.text());
  });
  const copies = async () =>
    (await Promise.all(sources)).filter((text) => text.includes(marks.overlays)).length;

  await page.goto('/notes');
  const opener = page.getByRole('button', { name: 'Write a note' });
  await expect(opener).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await copies()).toBe(0);

  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'A new note' });
  await expect(dialog).toBeVisible();
  expect(await copies()).toBe(1);
  // styled-components is the copy of the shell: its style sheet has the rules of the dialog.
  expect(await dialog.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  expect(await page.locator('style[data-styled]').count()).toBe(1);

  expect(Object.keys(requiredByNotes())).toContain('@slipway/design-system/overlays');

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});
