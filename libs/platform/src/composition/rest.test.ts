import type { Composition } from '@slipway/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { createRest, noRest } from './rest';

const market = composedRelease('00000000000000b1');
const notes = composedRelease('00000000000000b2');
const whole = compositionOf({ market, notes });
const file = { path: '/slices/_rest/2/0123456789abcdef.json', integrity: `sha384-${'A'.repeat(64)}` };
const partWith = (rest: Composition['rest'], shell = whole.shell): Composition => ({
  ...compositionOf({ market }),
  shell,
  rest,
});
interface Revision {
  environment: string;
  shell: string;
}
const newest: Revision = { environment: whole.environment, shell: whole.shell.version };
const scriptOf = (revision: Revision) =>
  `self.slipwayRevision=${JSON.stringify({ ...revision, rest: file })};\n`;

afterEach(() => {
  vi.unstubAllGlobals();
});

const REVISION = '/slipway-revision.js';

/** Responds with the script of a revision, and with the whole composition under the path of the file. */
function serve(script: string) {
  const fetch = vi.fn((path: string, _options?: RequestInit) =>
    Promise.resolve(path === REVISION ? new Response(script) : Response.json(whole)),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const added = () => vi.fn<(slices: Composition['slices']) => Promise<void>>(() => Promise.resolve());
const nothing = { routes: [], nav: [] };

it('fetches the file that the document names, with its hash, and adds the slices that the page does not know', async () => {
  const fetch = serve(scriptOf(newest));
  const add = added();
  const rest = createRest(partWith({ ...nothing, file }), add);
  const listener = vi.fn();
  rest.subscribe(listener);
  await Promise.all([rest.load(), rest.load()]);
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    file.path,
    expect.objectContaining({ integrity: file.integrity }),
  );
  expect(add).toHaveBeenCalledExactlyOnceWith({ notes });
  expect(listener).toHaveBeenCalledOnce();
  expect(rest.isComplete()).toBe(true);
});

it('finds the file in the script of the revision where the document does not name it', async () => {
  const fetch = serve(scriptOf(newest));
  const add = added();
  const rest = createRest(partWith(nothing), add);
  expect(rest.hasFailed()).toBe(false);
  await rest.load();
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([REVISION, file.path]);
  expect(fetch).toHaveBeenCalledWith(REVISION, expect.objectContaining({ cache: 'no-cache' }));
  expect(fetch).toHaveBeenCalledWith(file.path, expect.objectContaining({ integrity: file.integrity }));
  expect(add).toHaveBeenCalledExactlyOnceWith({ notes });
});

it.each([
  ['of another environment', scriptOf({ ...newest, environment: 'production' })],
  ['of a text that is no such script', '<!doctype html>'],
  ['of a script with other code', `${scriptOf(newest)}run();`],
])('takes nothing %s', async (_what, script) => {
  serve(script);
  const add = added();
  await expect(createRest(partWith(nothing), add).load()).rejects.toMatchObject({ phase: 'load' });
  expect(add).not.toHaveBeenCalled();
});

it('takes nothing of a response with an error status', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(whole, { status: 404 })));
  const add = added();
  await expect(createRest(partWith({ ...nothing, file }), add).load()).rejects.toMatchObject({
    code: 'slice_unreachable',
    message: `${file.path} returned status 404`,
  });
  expect(add).not.toHaveBeenCalled();
});

it('takes nothing for a newer shell, and tries again at the next call', async () => {
  serve(scriptOf({ ...newest, shell: '00000000000000a2' }));
  const add = added();
  const rest = createRest(partWith(nothing), add);
  await expect(rest.load()).rejects.toMatchObject({ code: 'slice_unreachable', phase: 'load' });
  expect([rest.hasFailed(), rest.isComplete(), add.mock.calls.length]).toEqual([true, false, 0]);
  serve(scriptOf(newest));
  await rest.load();
  expect([rest.hasFailed(), rest.isComplete(), add.mock.calls.length]).toEqual([false, true, 1]);
});

it('is complete at once where the document has the whole composition', async () => {
  const fetch = serve(scriptOf(newest));
  const rest = createRest(whole, added());
  expect(rest).toBe(noRest);
  await rest.load();
  expect([rest.isComplete(), rest.hasFailed(), rest.subscribe(vi.fn())()]).toEqual([true, false, undefined]);
  expect(fetch).not.toHaveBeenCalled();
});
