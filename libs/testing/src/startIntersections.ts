/** A fake `IntersectionObserver`, which jsdom lacks: tests decide what intersects. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

type Callback = (entries: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void;

export interface Intersections {
  /** Reports to the observers of `element` that it has entered or left the viewport. `height` is in CSS pixels. */
  report: (element: Element, isIntersecting: boolean, height?: number) => void;
}

export function startIntersections(): Intersections {
  const observed = new Map<Element, Set<Callback>>();

  class Observer {
    readonly #elements = new Set<Element>();
    constructor(readonly callback: Callback) {}
    observe(element: Element) {
      this.#elements.add(element);
      observed.set(element, (observed.get(element) ?? new Set()).add(this.callback));
    }
    disconnect() {
      for (const element of this.#elements) observed.get(element)?.delete(this.callback);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);

  return {
    report: (element, isIntersecting, height = 0) => {
      act(() => {
        const entry = { isIntersecting, boundingClientRect: { height } };
        for (const callback of observed.get(element) ?? []) callback([entry]);
      });
    },
  };
}
