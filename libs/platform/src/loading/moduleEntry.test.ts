/** A container that is an ES module: no script of its release is imported before all were verified. */
import { afterEach, expect, test } from 'vitest';
import { loadModuleEntry } from './moduleEntry';
import type { Trust } from './trust';

const entry = 'data:text/javascript,export const name = "notes"';
const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')];
const trustOf = (integrity: Trust['integrity'] = () => 'sha384-x') =>
  ({
    integrity,
    scripts: () => ['https://app.example/a.js', 'https://app.example/b.js'],
  }) as unknown as Trust;

afterEach(() => {
  for (const link of links()) link.remove();
});

test('requests every script at once, and imports the entry when all have arrived', async () => {
  let isLoaded = false;
  const loading = loadModuleEntry(entry, 'notes', trustOf()).then((container) => {
    isLoaded = true;
    return container;
  });
  expect(links().map(({ href }) => href)).toEqual(['https://app.example/a.js', 'https://app.example/b.js']);
  links()[0]?.onload?.(new Event('load'));
  await Promise.resolve();
  expect(isLoaded).toBe(false);
  links()[1]?.onload?.(new Event('load'));
  expect(await loading).toMatchObject({ name: 'notes' });
});

test('does not import the entry when a script did not arrive', async () => {
  const loading = loadModuleEntry(entry, 'notes', trustOf());
  links()[0]?.onload?.(new Event('load'));
  (links()[1]?.onerror as () => void)();
  await expect(loading).rejects.toThrow('Loading module https://app.example/b.js failed');
});

test('requests nothing of an entry that the composition does not list', async () => {
  const untrusted = new Error('not listed');
  const reject = () => {
    throw untrusted;
  };
  await expect(loadModuleEntry(entry, 'notes', trustOf(reject))).rejects.toBe(untrusted);
  expect(links()).toEqual([]);
});
