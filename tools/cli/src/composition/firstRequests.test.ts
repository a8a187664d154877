/** The requests that documents send before the app has started: e2e/specs/frame/firstRequests.spec.ts has them in a browser. */
import { describe, expect, it } from 'vitest';
import type { Composition, FirstRequest, Route } from '@slipway/contracts';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { renderDocument } from './document';

const request = (path: string): FirstRequest => ({ path, method: 'GET', headers: { prefer: 'x' } });
const sales: Route = { path: '/sales', title: 'Sales', access: 'signed-in' };
const home: Route = {
  ...{ path: '/', title: 'Home', access: 'public' },
  shows: [
    { name: 'landing.featured', version: 1 },
    { name: 'agent.playground', version: 1 },
  ],
};
const shell = shellRelease({ firstRequests: { '/': [request('rest/v1/home?a=<')] } });
const slice = sliceRelease({
  routes: [sales],
  slots: [
    { name: 'landing.featured', version: 1 },
    { name: 'agent.playground', version: 1 },
  ],
  firstRequests: {
    '/sales': [request('rest/v1/sales')],
    'landing.featured': [request('rest/v1/featured')],
    'agent.playground': [request('rest/v1/playground')],
  },
});
const composition = testComposition([sliceToCompose(slice)], { revision: 7 }, shell);

/** The `html` element, and the paths of the requests. */
function documentOf(
  route: Route & { from?: string },
  changes: Partial<Composition> = {},
  release = slice,
): [string | undefined, string[] | undefined] {
  const html = renderDocument({ ...composition, ...changes }, shell, route, { releases: [release] });
  const [, text] = /<script type="application\/json" id="slipway-requests">([^<]*)</.exec(html) ?? [];
  if (text !== undefined)
    expect(html.indexOf(text)).toBeLessThan(html.indexOf(`${shell.beforePaint[0] ?? ''}"`));
  const requests = JSON.parse(text ?? 'null') as FirstRequest[] | null;
  return [/<html lang="en"([^>]*)>/.exec(html)?.[1], requests?.map(({ path }) => path)];
}

it('are those of the page, for the users of its route', () => {
  expect(documentOf(sales)).toEqual([' data-requests="/sales" data-access="signed-in"', ['rest/v1/sales']]);
});

it('are those of the page and of the slots that it shows at once, not of one that a user opens', () => {
  expect(documentOf(home)).toEqual([' data-requests="/"', ['rest/v1/home?a=<', 'rest/v1/featured']]);
});

describe('a document has none', () => {
  const release = composition.slices[slice.id];
  it.each<[string, Parameters<typeof documentOf>]>([
    ['of a page without some', [{ ...sales, path: '/other' }]],
    ['at an earlier address, which the app leaves', [{ ...sales, from: '/old' }]],
    [
      'with a canary of the shell',
      [sales, { shell: { ...composition.shell, canary: { percent: 5, release: composition.shell } } }],
    ],
    [
      'with a canary of the slice',
      [sales, { slices: { [slice.id]: { ...release, canary: { percent: 5, release } } as never } }],
    ],
    ['of a release that does not run', [sales, {}, { ...slice, version: '00000000000000ff' }]],
    ['of a slice in a frame', [sales, {}, { ...slice, isolation: 'sandbox' }]],
  ])('%s', (_what, given) => {
    expect(documentOf(...given)).toEqual(['', undefined]);
  });
});
