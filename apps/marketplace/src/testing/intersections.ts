/** What jsdom lacks: who watches whether an element is near the window, and a way to tell them. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

export interface Intersections {
  /** Tells whoever watches `element` that it has come near, or has gone. `height` is in CSS pixels. */
  tell: (element: Element, isIntersecting: boolean, height?: number) => void;
}

export function startIntersections(): Intersections {
  const watched = new Map<
    Element,
    Set<(entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void>
  >();

  class Observer {
    readonly #seen = new Set<Element>();
    constructor(readonly callback: (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {}
    observe(element: Element) {
      this.#seen.add(element);
      watched.set(element, (watched.get(element) ?? new Set()).add(this.callback));
    }
    disconnect() {
      for (const element of this.#seen) watched.get(element)?.delete(this.callback);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);

  return {
    tell: (element, isIntersecting, height = 0) => {
      act(() => {
        const entry = { isIntersecting, boundingClientRect: { height } };
        for (const callback of watched.get(element) ?? []) callback([entry]);
      });
    },
  };
}
