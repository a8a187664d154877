/** Which documents a deploy renders, and whose compressed copies it decompresses. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { revisionBase } from '../store/keys';
import { memoryStore } from '../testing/memoryStore';
import { sha256 } from '../trust/keys';
import { openMemory, useMemory } from '../trust/memory';
import type { Statement } from '../trust/statements';
import { documentsAfter, shareDocument } from './sameDocuments';

const base = revisionBase('staging', 1);
const next = { environment: 'staging', revision: 2 };
let folder: string;
let store: ReturnType<typeof memoryStore>;

const html = (revision: number, more = '') =>
  `<script type="application/json" id="slipway-composition">{"revision":${String(revision)}}</script>${more}`;

/** The part of a statement that is read here. */
const statementOver = (files: Readonly<Record<string, string>>): Statement => {
  const targets = Object.entries(files).map(([name, text]) => [
    base + name,
    { length: text.length, hashes: { sha256: sha256(text) } },
  ]);
  return {
    document: { signed: { version: 1, targets: Object.fromEntries(targets) } },
  } as unknown as Statement;
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-documents-'));
  store = memoryStore();
  useMemory(store, openMemory(folder));
  await store.create(`${base}a.html`, Buffer.from(html(1)));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const render = vi.fn((text: string) => text);
const after = async (text: string, previous: string, inputs: string | undefined = 'inputs') => {
  render.mockClear();
  const source = { name: 'a.html', inputs, render: () => render(text) };
  const { all, same } = await documentsAfter(store, next, statementOver({ 'a.html': previous }), [source]);
  return {
    text: all.get('a.html')?.toString(),
    isSame: same.has('a.html'),
    renders: render.mock.calls.length,
  };
};

it('renders a document once for the same inputs', async () => {
  expect(await after(html(2), html(1))).toEqual({ text: html(1), isSame: true, renders: 1 });
  expect(await after(html(3), html(1))).toEqual({ text: html(1), isSame: true, renders: 0 });
});

it('renders it again for other inputs, and where they are unknown', async () => {
  await after(html(2), html(1));
  expect((await after(html(3), html(1), 'others')).renders).toBe(1);
  render.mockClear();
  const source = { name: 'a.html', inputs: undefined, render: () => render(html(3)) };
  const again = () => documentsAfter(store, next, statementOver({ 'a.html': html(1) }), [source]);
  await again();
  await again();
  expect(render).toHaveBeenCalledTimes(2);
});

it('replaces a document that another deployer signed with other content', async () => {
  await after(html(2), html(1));
  store.keys.set(`${base}a.html`, Buffer.from(html(1, 'evil')));
  const found = await after(html(3), html(1, 'evil'));
  expect(found).toEqual({ text: html(3), isSame: false, renders: 1 });
});

it('replaces a document that was altered in the store', async () => {
  await after(html(2), html(1));
  store.keys.set(`${base}a.html`, Buffer.from(html(1, 'evil')));
  expect(await after(html(3), html(1))).toEqual({ text: html(3), isSame: false, renders: 1 });
});

it('shares a document that it knows at once, and never one that was altered', async () => {
  const to = revisionBase('staging', 2);
  const add = (name: string, bytes: Buffer) => {
    store.keys.set(`${base}${name}`, bytes);
    store.keys.set(`${base}${name}.br`, brotliCompressSync(bytes));
    store.keys.set(`${base}${name}.gz`, gzipSync(bytes));
  };
  add('a.html', Buffer.from(html(1)));
  const source = { name: 'a.html', inputs: 'inputs', render: () => render(html(3)) };
  const share = () => documentsAfter(store, next, statementOver({ 'a.html': html(1) }), [source]);
  expect([...(await share()).shared]).toEqual([]); // compared for the first time, and stored later
  expect([...store.keys.keys()].filter((key) => key.startsWith(to))).toEqual([]);
  expect([...(await share()).shared]).toEqual(['a.html']);
  expect(store.keys.get(`${to}a.html`)?.toString()).toBe(html(1));
  for (const name of ['a.html', 'a.html.br', 'a.html.gz']) {
    add('a.html', Buffer.from(html(1)));
    store.keys.set(`${base}${name}`, brotliCompressSync(Buffer.from(html(1, 'evil'))));
    const { all, shared } = await share();
    expect(shared.size, name).toBe(0);
    expect([html(1), html(3)]).toContain(all.get('a.html')?.toString());
    expect([...store.keys.keys()].filter((key) => key.startsWith(to))).toEqual([]);
  }
});

it('shares copies that it has decompressed before, and never others', async () => {
  const bytes = Buffer.from(html(1));
  const share = () =>
    shareDocument(store, `${base}a.html`, 'to.html', { hash: sha256(bytes), length: bytes.length });
  store.keys.set(`${base}a.html.br`, brotliCompressSync(bytes));
  store.keys.set(`${base}a.html.gz`, gzipSync(bytes));
  expect(await share()).toEqual(bytes);
  expect(await share()).toEqual(bytes);
  store.keys.set(`${base}a.html.gz`, gzipSync(Buffer.from(html(1, 'evil'))));
  expect(await share()).toBeUndefined();
  expect(store.keys.has('to.html')).toBe(false);
});
