/** The description, canonical address and indexing of a page, for search engines. */
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Host, HostContext, type HostRoute } from '../boot/hostContext';
import { compositionOf } from '../testing/compositions';
import { PageHead } from './PageHead';

type PageRoute = Pick<HostRoute, 'access' | 'head' | 'path'>;
const address = 'https://app.example';
const plain = compositionOf({});
const withoutAddress = { ...plain, site: { ...plain.site, description: 'All agents' } };
const withAddress = { ...withoutAddress, address };

beforeEach(() => {
  document.head.replaceChildren();
});
afterEach(cleanup);

const page = (route: PageRoute, composition: Host['composition'], at: string) => (
  <HostContext value={{ composition } as unknown as Host}>
    <MemoryRouter key={at} initialEntries={[at]}>
      <PageHead route={route} />
    </MemoryRouter>
  </HostContext>
);
const contentOf = (name: string) =>
  document.head.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
const head = () => ({
  robots: contentOf('robots'),
  description: contentOf('description'),
  canonical: document.head.querySelector('link[rel="canonical"]')?.getAttribute('href'),
});
interface Options {
  composition?: Host['composition'];
  at?: string;
}
const show = (route: PageRoute, { composition = withAddress, at = route.path }: Options = {}) => {
  const view = render(page(route, composition, at));
  return (next: PageRoute) => {
    view.rerender(page(next, composition, next.path));
  };
};
const unlisted = { robots: 'noindex', description: undefined, canonical: undefined };

test('a public page has the description of the site, and its own address without the query', () => {
  show({ path: '/agents', access: 'public' }, { at: '/agents?page=2' });
  expect(head()).toEqual({
    ...{ robots: undefined, description: 'All agents', canonical: `${address}/agents` },
  });
});

test('a page may have its own description and canonical address', () => {
  show({ path: '/a/:id', access: 'public', head: { description: 'One', canonical: '/b' } }, { at: '/a/1' });
  expect(head()).toEqual({ robots: undefined, description: 'One', canonical: `${address}/b` });
});

test.each([
  ['/a/:id', '/a/1?page=2', '/a/1'],
  ['/agents', '/agents/', '/agents'],
])('a page at %s has one canonical address: %s is %s', (path, at, canonical) => {
  show({ path, access: 'public' }, { at });
  expect(head().canonical).toBe(address + canonical);
});

test('a page for signed-in users is not for search engines, whatever it says of itself', () => {
  show({ path: '/billing', access: 'signed-in', head: { description: 'Bills', canonical: '/billing' } });
  expect(head()).toEqual(unlisted);
});

test('a public page may keep search engines away', () => {
  show({ path: '/draft', access: 'public', head: { robots: 'noindex', description: 'A draft' } });
  expect(head()).toEqual(unlisted);
});

test('no page of an environment without an address is for search engines', () => {
  show({ path: '/agents', access: 'public' }, { composition: withoutAddress });
  expect(head()).toEqual({ robots: 'noindex', description: 'All agents', canonical: undefined });
});

test('the elements of the document are changed, so that none occurs twice', () => {
  document.head.innerHTML = `<meta name="robots" content="noindex"><meta name="description" content="old">
    <link rel="canonical" href="/old">`;
  const goTo = show({ path: '/agents', access: 'public' });
  expect(head()).toEqual({
    ...{ robots: undefined, description: 'All agents', canonical: `${address}/agents` },
  });
  goTo({ path: '/creators', access: 'public' });
  expect(head().canonical).toBe(`${address}/creators`);
  goTo({ path: '/billing', access: 'signed-in' });
  expect(head()).toEqual(unlisted);
  expect(document.head.children).toHaveLength(1);
});
