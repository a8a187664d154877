/** The files of the document are requested again with the same attributes, used, and never run. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refillMemory } from './refillMemory';

const { head } = document;
/** Elements in the order in which they were added to the head. */
let added: string[] = [];

beforeEach(() => {
  vi.stubGlobal('PerformanceResourceTiming', { prototype: { workerMatchedSourceType: '' } });
});
afterEach(() => {
  head.innerHTML = '';
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What is requested for a document with this head; each file arrives at once. */
async function refilled(html: string): Promise<string[]> {
  head.innerHTML = html;
  const before = head.children.length;
  added = [];
  vi.spyOn(head, 'append').mockImplementation((node) => {
    const element = node as HTMLElement;
    added.push(element.outerHTML.replace(/http:\/\/[^/]+/, ''));
    head.insertBefore(element, null);
    if (element instanceof HTMLLinkElement) queueMicrotask(() => element.dispatchEvent(new Event('load')));
  });
  refillMemory();
  await new Promise((resolve) => setTimeout(resolve));
  // Nothing stays: a script that was moved to another document never runs.
  expect(head.children).toHaveLength(before);
  return added;
}

const file = (name: string) => `integrity="sha384-${name}" crossorigin="anonymous"`;

it('requests scripts and styles of releases once, and uses them', async () => {
  const requested = await refilled(`
    <link rel="stylesheet" href="/slices/shell/1/main.css" ${file('css')}>
    <link rel="preload" as="script" href="/slices/shell/1/page.js" ${file('page')}>
    <link rel="preload" as="script" href="/slices/shell/1/page.js" ${file('page')}>`);
  expect(requested.sort()).toEqual([
    `<link rel="preload" as="script" ${file('page')} href="/slices/shell/1/page.js">`,
    `<link rel="preload" as="style" ${file('css')} href="/slices/shell/1/main.css">`,
    `<link rel="stylesheet" media="not all" ${file('css')} href="/slices/shell/1/main.css">`,
    `<script ${file('page')} src="/slices/shell/1/page.js"></script>`,
  ]);
});

it('leaves out what `fetch` reads, fonts, templates, and other addresses', async () => {
  const requested = await refilled(`
    <link rel="preload" as="fetch" href="/slices/market/1/mf-manifest.json" crossorigin="anonymous">
    <link rel="preload" as="font" href="/slices/shell/1/a.woff2" crossorigin="anonymous">
    <template><link rel="preload" as="script" href="/slices/shell/2/main.js"></template>
    <link rel="stylesheet" href="/other.css">`);
  expect(requested).toEqual([]);
});

it('does nothing in browsers that keep files for all workers', async () => {
  vi.stubGlobal('PerformanceResourceTiming', { prototype: {} });
  expect(await refilled(`<link rel="stylesheet" href="/slices/shell/1/main.css" ${file('css')}>`)).toEqual(
    [],
  );
});
