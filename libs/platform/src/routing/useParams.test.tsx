/** Parameters of an address, and navigations that may fade. */
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useParams } from './useParams';
import { allowsViewTransition, useViewTransitions } from './useViewTransitions';

const at = (address: string, path: string) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path={path} element={children} />
      </Routes>
    </MemoryRouter>
  ),
});

describe('useParams', () => {
  test('has the parameters of the route, and optional ones where the address has them', () => {
    const path = '/notes/:id/:tab?';
    expect(renderHook(() => useParams(path), at('/notes/4/a', path)).result.current).toEqual({
      id: '4',
      tab: 'a',
    });
    expect(renderHook(() => useParams(path), at('/notes/4', path)).result.current).toEqual({ id: '4' });
  });

  test('fails where the address has no such parameter', () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    expect(() => renderHook(() => useParams('/notes/:id/:part'), at('/other/4', '/other/:id'))).toThrow(
      "useParams('/notes/:id/:part'): the address has no :part",
    );
  });
});

describe('a view transition', () => {
  const listeners = new Set<() => void>();
  let isReduced = false;
  const support = (isSupported: boolean) => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      get matches() {
        return query === '(prefers-reduced-motion: reduce)' && isReduced;
      },
      addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
    }));
    if (isSupported) Object.assign(document, { startViewTransition: () => undefined });
  };
  afterEach(() => {
    isReduced = false;
    Reflect.deleteProperty(document, 'startViewTransition');
  });

  test.each([
    [true, false, true],
    [true, true, false],
    [false, false, false],
  ])(
    'where it is supported (%s) and motion is reduced (%s) is allowed: %s',
    (isSupported, reduced, isAllowed) => {
      isReduced = reduced;
      support(isSupported);
      expect(allowsViewTransition()).toBe(isAllowed);
    },
  );

  test('follows the setting of the user', () => {
    support(true);
    const { result, rerender, unmount } = renderHook(useViewTransitions);
    expect(result.current).toBe(true);
    isReduced = true;
    for (const listener of listeners) listener();
    rerender();
    expect(result.current).toBe(false);
    unmount();
    expect(listeners.size).toBe(0);
  });
});
