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
const html = (composition: Composition) =>
  `<script type="application/json" id="slipway-composition">${JSON.stringify(composition)}</script>`;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Responds with the document of `/`, and with the whole composition under the path of the file. */
function serve(home: Composition) {
  const fetch = vi.fn((path: string, _options?: RequestInit) =>
    Promise.resolve(path === '/' ? new Response(html(home)) : Response.json(whole)),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const added = () => vi.fn<(slices: Composition['slices']) => Promise<void>>(() => Promise.resolve());
const places = { routes: [], nav: [] };

it('fetches the file that the document names, with its hash, and adds the slices that the page does not know', async () => {
  const fetch = serve(whole);
  const add = added();
  const rest = createRest(partWith({ ...places, file }), add);
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

it('finds the file in the document of / where its own does not name it', async () => {
  const fetch = serve(partWith({ ...places, file }));
  const rest = createRest(partWith(places), added());
  expect(rest.hasFailed()).toBe(false);
  await rest.load();
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/', file.path]);
  expect(fetch).toHaveBeenCalledWith('/', expect.objectContaining({ cache: 'no-cache' }));
});

it('takes the slices from the document of / when that has them all', async () => {
  const fetch = serve(whole);
  const add = added();
  await createRest(partWith(places), add).load();
  expect(fetch).toHaveBeenCalledOnce();
  expect(add).toHaveBeenCalledExactlyOnceWith({ notes });
});

it('takes nothing of another environment', async () => {
  serve({ ...partWith({ ...places, file }), environment: 'production' });
  const add = added();
  await expect(createRest(partWith(places), add).load()).rejects.toMatchObject({ phase: 'load' });
  expect(add).not.toHaveBeenCalled();
});

it('takes nothing of a response with an error status', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(whole, { status: 404 })));
  const add = added();
  await expect(createRest(partWith({ ...places, file }), add).load()).rejects.toMatchObject({
    code: 'slice_unreachable',
    message: `${file.path} returned status 404`,
  });
  expect(add).not.toHaveBeenCalled();
});

it('takes nothing for a newer shell, and tries again at the next call', async () => {
  serve(partWith({ ...places, file }, { ...whole.shell, version: '00000000000000a2' }));
  const add = added();
  const rest = createRest(partWith(places), add);
  await expect(rest.load()).rejects.toMatchObject({ code: 'slice_unreachable', phase: 'load' });
  expect([rest.hasFailed(), rest.isComplete(), add.mock.calls.length]).toEqual([true, false, 0]);
  serve(partWith({ ...places, file }));
  await rest.load();
  expect([rest.hasFailed(), rest.isComplete(), add.mock.calls.length]).toEqual([false, true, 1]);
});

it('is complete at once where the document has the whole composition', async () => {
  const fetch = serve(whole);
  const rest = createRest(whole, added());
  expect(rest).toBe(noRest);
  await rest.load();
  expect([rest.isComplete(), rest.hasFailed(), rest.subscribe(vi.fn())()]).toEqual([true, false, undefined]);
  expect(fetch).not.toHaveBeenCalled();
});
