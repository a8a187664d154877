/**
 * Keeps the focus when the cards that have it are replaced: it moves to the same control of the same agent, or to the first
 * control of the list. A browser would start again at the top of the page.
 */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

const controls = 'a[href], button';

/** Returns the handlers of the list. An item names its agent in `data-agent`; new ones have another `key`. */
export function useKeptFocus(list: RefObject<HTMLElement | null>, key: number) {
  const place = useRef<{ agent: string | undefined; index: number }>(undefined);

  useLayoutEffect(() => {
    // A removal causes no `blur` in React.
    if (!place.current || document.activeElement !== document.body) return;
    const { agent, index } = place.current;
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-agent]') ?? [])];
    const item = items.find(({ dataset }) => dataset.agent === agent);
    const same = item?.querySelectorAll<HTMLElement>(controls)[index];
    (same ?? items[0]?.querySelector<HTMLElement>(controls))?.focus();
  }, [list, key]);

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const item = target.closest<HTMLElement>('[data-agent]');
      place.current = item
        ? { agent: item.dataset.agent, index: [...item.querySelectorAll(controls)].indexOf(target) }
        : undefined;
    },
    onBlur: () => {
      place.current = undefined;
    },
  };
}
