// @vitest-environment node
// (jsdom's Web Crypto rejects the buffers of Node's fetch)
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { explainFailure, watchScriptErrors } from './explainFailure';
import { createTrust } from './trust';

const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const release = {
  ...composedRelease('00000000000000b1'),
  files: { 'a.js': hashOf('first'), 'b.js': hashOf('second') },
};
const origin = 'https://app.example';
const trust = createTrust(compositionOf({ market: release }), origin);
const loadError = new Error('ChunkLoadError');

const serve = (files: Record<string, string | number>) => {
  const requests: RequestInit[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(init);
    const file = files[url.slice(url.lastIndexOf('/') + 1)];
    if (file === undefined) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(
      typeof file === 'number' ? new Response('', { status: file }) : new Response(file),
    );
  });
  return requests;
};
const explain = (error: unknown = loadError) => explainFailure(error, release, ['a.js', 'b.js'], trust);

beforeEach(() => {
  vi.stubGlobal('window', { location: { origin } });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['a missing file', { 'a.js': 404 }, 'slice_unreachable', 'a.js returned status 404'],
  ['a file without a response', { 'a.js': 'first' }, 'slice_unreachable', 'b.js could not be fetched'],
  [
    'an altered file',
    { 'a.js': 'first', 'b.js': 'altered' },
    'slice_untrusted',
    'b.js does not match its hash',
  ],
])('finds %s', async (_what, files, code, message) => {
  serve(files as Record<string, string | number>);
  const error = await explain();
  expect(error).toMatchObject({ code, cause: loadError });
  expect(error.message).toContain(message);
});

it('bypasses the HTTP cache', async () => {
  const requests = serve({ 'a.js': 'first', 'b.js': 'second' });
  await explain();
  expect(requests).toMatchObject([{ cache: 'no-store' }, { cache: 'no-store' }]);
});

it.each(['Unsatisfied version 2.0.0 of shared singleton module', 'strictVersion', 'no shared module react'])(
  'recognizes an incompatible shared package: %s',
  async (message) => {
    serve({ 'a.js': 'first', 'b.js': 'second' });
    expect(await explain(new Error(message))).toMatchObject({ code: 'slice_incompatible', message });
  },
);

it.each([
  [loadError, 'ChunkLoadError'],
  ['text', 'text'],
])('keeps an unknown error: %s', async (error, message) => {
  serve({ 'a.js': 'first', 'b.js': 'second' });
  expect(await explain(error)).toMatchObject({ code: 'unexpected', message, cause: error });
});

it('names the error of a script that threw while it was evaluated', async () => {
  const listeners: ((event: object) => void)[] = [];
  const addEventListener = (_type: string, listener: (event: object) => void) => listeners.push(listener);
  vi.stubGlobal('window', { location: { origin }, addEventListener });
  vi.stubGlobal('document', { currentScript: {} });
  watchScriptErrors();
  const error = new TypeError('x is undefined');
  for (const listener of listeners) listener({ filename: `${origin}${release.base}b.js`, error });
  serve({ 'a.js': 'first', 'b.js': 'second' });
  expect(await explain()).toMatchObject({
    ...{ phase: 'evaluate', part: 'chunk', code: 'unexpected', message: 'x is undefined', cause: error },
  });
});
