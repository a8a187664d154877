// @vitest-environment node
// (jsdom's Web Crypto rejects the buffers of Node's fetch)
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('an error of a script', () => {
  const error = new TypeError('x is undefined');
  /** The page reports an error of `file`, while it evaluates a script or later. */
  const throwIn = (file: string, currentScript: object | null) => {
    const listeners: ((event: object) => void)[] = [];
    const addEventListener = (_type: string, listener: (event: object) => void) => listeners.push(listener);
    vi.stubGlobal('window', { location: { origin }, addEventListener });
    vi.stubGlobal('document', { currentScript });
    watchScriptErrors();
    for (const listener of listeners) listener({ filename: `${origin}${release.base}${file}`, error });
    serve({ 'a.js': 'first', 'b.js': 'second' });
  };

  it('that ran before does not explain why its slice did not load', async () => {
    throwIn('a.js', null);
    expect(await explain()).toMatchObject({ phase: 'load', message: 'ChunkLoadError', cause: loadError });
  });

  it('explains it while the script was evaluated', async () => {
    throwIn('b.js', {});
    expect(await explain()).toMatchObject({
      ...{ phase: 'evaluate', part: 'chunk', code: 'unexpected', message: 'x is undefined', cause: error },
    });
  });
});
