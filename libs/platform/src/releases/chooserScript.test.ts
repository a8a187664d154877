/** The script that chooses a shell takes the side of the draw that slices have, and loads its files in order. */
import { expect, it, vi } from 'vitest';
import { CANARY, composed, runChooser, STABLE, inNewTabs } from '../testing/chooserPage';
import { bucketOf } from './canaries';

inNewTabs();

it('draws as the canaries of slices do', async () => {
  for (let index = 0; index < 12; index += 1) {
    const visitor = `visitor ${'x'.repeat(index * 10)}`; // one block of the hash, and several
    localStorage.setItem('slipway.visitor', visitor);
    const bucket = await bucketOf(visitor, 'shell', [STABLE, CANARY]);
    expect(await runChooser(Math.ceil(bucket))).toBe('canary');
    expect(await runChooser(Math.floor(bucket))).toBe('stable');
  }
});

it('gives the stable shell at a share of 0, after a failure in this tab, and without storage', async () => {
  expect(await runChooser(0)).toBe('stable');
  expect(await runChooser(100)).toBe('canary');
  sessionStorage.setItem('slipway.failed', JSON.stringify({ shell: [CANARY] }));
  expect(await runChooser(100)).toBe('stable');
  sessionStorage.clear();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(await runChooser(100)).toBe('stable');
});

it('keeps the order of scripts, and adds those that are deferred after the document and its styles', async () => {
  const elements = `<script src="/first.js"></script><link rel="stylesheet" href="/a.css">
    <link rel="preload" href="/b.js"><script src="/second.js" defer></script><script src="/third.js" defer></script>`;
  await runChooser(100, { elements });
  const sources = () =>
    [...document.head.querySelectorAll('script')].map((script) => script.getAttribute('src'));
  const style = document.head.querySelector('link[rel=stylesheet]');
  expect(sources()).toEqual([null, '/first.js']);
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await new Promise((resolve) => setTimeout(resolve)); // what follows the event has run
  expect(sources()).toEqual([null, '/first.js']);
  style?.dispatchEvent(new Event('error'));
  await vi.waitFor(() => {
    expect(sources()).toEqual([null, '/first.js', '/second.js', '/third.js']);
  });
  const asyncOf = ['/first.js', '/second.js', '/third.js'].map(
    (src) => document.head.querySelector<HTMLScriptElement>(`script[src="${src}"]`)?.async,
  );
  expect(asyncOf).toEqual([false, false, false]);
});

it('makes an id for a new visitor, and keeps it', async () => {
  await runChooser(50);
  const id = localStorage.getItem('slipway.visitor');
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await runChooser(50);
  expect(localStorage.getItem('slipway.visitor')).toBe(id);
  localStorage.setItem('slipway.visitor', '');
  await runChooser(50);
  expect(localStorage.getItem('slipway.visitor')).toMatch(/^[0-9a-f-]{36}$/);
});

it('loads the stable shell of a document without a canary', async () => {
  const { shell } = composed(0);
  expect(await runChooser(0, { shell: { version: shell.version, base: shell.base } })).toBe('stable');
  expect(localStorage.getItem('slipway.visitor')).toBeNull();
});
