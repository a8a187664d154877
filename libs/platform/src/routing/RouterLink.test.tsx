/** Links: which leave the app, which load a new document, and what a hovered one loads ahead. */
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Host, HostContext, type HostRoute } from '../boot/hostContext';
import { composedRelease, compositionOf } from '../testing/compositions';
import { RouterLink } from './RouterLink';

const route = (path: string, slice: string, parent?: string): HostRoute => ({
  ...{ path, slice, title: path, access: 'public', ...(parent !== undefined && { parent }) },
});
const routes = [
  route('/', 'shell'),
  route('/notes', 'notes'),
  route('/notes/:id', 'notes', '/notes'),
  route('/far', 'far'),
];

let shouldLoad: boolean;
let hasFailed: boolean;
let page: ReturnType<typeof vi.fn<Host['page']>>;
let loadRest: ReturnType<typeof vi.fn<() => Promise<void>>>;
let assign: ReturnType<typeof vi.fn<(address: string) => void>>;

beforeEach(() => {
  shouldLoad = false;
  hasFailed = false;
  page = vi.fn(() => Promise.reject(new Error('offline')));
  loadRest = vi.fn(() => Promise.reject(new Error('offline')));
  assign = vi.fn();
  vi.stubGlobal('matchMedia', () => ({
    ...{ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined },
  }));
  vi.stubGlobal('location', { pathname: '/here', origin: 'http://localhost', assign });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(props: Parameters<typeof RouterLink>[0]) {
  const host = {
    ...{ routes, page, composition: compositionOf({ notes: composedRelease('00000000000000a1') }) },
    rest: { load: loadRest, hasFailed: () => hasFailed },
    updateWatcher: { shouldLoad: () => shouldLoad },
  } as unknown as Host;
  const element = <RouterLink {...props}>Go</RouterLink>;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/here'] });
  render(
    <HostContext value={host}>
      <RouterProvider router={router} />
    </HostContext>,
  );
  const link = screen.getByRole('link', { name: 'Go' });
  /** Clicks, and returns whether the browser's own navigation was prevented. */
  const click = (init: MouseEventInit = {}) => {
    const event = createEvent.click(link, { button: 0, ...init });
    fireEvent(link, event);
    return event.defaultPrevented;
  };
  return { router, link, click, at: () => router.state.location.pathname + router.state.location.search };
}

describe('a link out of the app', () => {
  test.each(['https://else.example', '//else.example/notes', 'mailto:ada@example.test'])(
    'is the browser’s: %s',
    (href) => {
      const { link } = show({ href });
      expect(link.getAttribute('href')).toBe(href);
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([null, null]);
      fireEvent.pointerEnter(link);
      expect([page.mock.calls, loadRest.mock.calls]).toEqual([[], []]);
    },
  );

  test('in a new tab tells it nothing, also for a page of the app', () => {
    const { link } = show({ href: '/notes', target: '_blank' });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    fireEvent.pointerEnter(link);
    expect(page).not.toHaveBeenCalled();
  });

  test('calls the handler of the page', () => {
    const onClick = vi.fn();
    show({ href: '#top', onClick }).click();
    expect(onClick).toHaveBeenCalledTimes(1);
  });
});

describe('a link in the app', () => {
  test('navigates without a new document', () => {
    const { click, at } = show({ href: '/notes?tab=1' });
    expect(click()).toBe(true);
    expect(at()).toBe('/notes?tab=1');
    expect(assign).not.toHaveBeenCalled();
  });

  test('pressed twice, adds one entry to the history', async () => {
    const { router, click, at } = show({ href: '/notes?tab=1' });
    // Before React has rendered the address.
    act(() => {
      click();
      click();
    });
    expect(at()).toBe('/notes?tab=1');
    await act(() => router.navigate(-1));
    expect(at()).toBe('/here');
  });

  test('loads a new document when there is a newer revision', () => {
    shouldLoad = true;
    const { click, at } = show({ href: '/notes?tab=1#top' });
    expect(click()).toBe(true);
    expect(assign.mock.calls).toEqual([['/notes?tab=1#top']]);
    expect(at()).toBe('/here');
  });

  test.each([
    ['/far', true, 1],
    ['/unknown', true, 1],
    ['/far', false, 0],
    ['/notes', true, 0],
    ['/', true, 0],
    // It would load this document again.
    ['/here', true, 0],
  ])('to %s, after the rest of the composition failed (%s), loads %i documents', (href, failed, count) => {
    hasFailed = failed;
    show({ href }).click();
    expect(assign).toHaveBeenCalledTimes(count);
  });

  test.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'is the browser’s with %j',
    (init) => {
      shouldLoad = true;
      const { click, at } = show({ href: '/notes' });
      click(init);
      expect(assign).not.toHaveBeenCalled();
      expect(at()).toBe('/here');
    },
  );

  test('does nothing when the page has handled the click', () => {
    shouldLoad = true;
    const onClick = vi.fn((event: { preventDefault(): void }) => {
      event.preventDefault();
    });
    const { click, at } = show({ href: '/notes', onClick });
    click();
    expect(onClick).toHaveBeenCalledTimes(1);
    expect([assign.mock.calls, at()]).toEqual([[], '/here']);
  });

  test.each(['pointerEnter', 'focus'] as const)(
    'loads its page ahead on %s, with those around it',
    (event) => {
      const { link } = show({ href: '/notes/42?tab=1#top' });
      fireEvent[event](link);
      const address = { pathname: '/notes/42', search: '?tab=1' };
      expect(page.mock.calls.map(([{ path }, given]) => [path, given])).toEqual([
        ['/notes', address],
        ['/notes/:id', address],
      ]);
      expect(loadRest).not.toHaveBeenCalled();
    },
  );

  test('to a page that is not known loads the rest of the composition ahead', () => {
    const { link } = show({ href: '/unknown' });
    fireEvent.focus(link);
    expect(loadRest).toHaveBeenCalledTimes(1);
    expect(page).not.toHaveBeenCalled();
  });

  test('without a query asks for none', () => {
    const { link } = show({ href: '/notes#top' });
    fireEvent.focus(link);
    expect(page.mock.calls[0]?.[1]).toEqual({ pathname: '/notes', search: '' });
  });
});
