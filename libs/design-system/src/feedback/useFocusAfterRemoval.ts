/**
 * When the focused item is removed from a list, moves the focus to the item in its place, to the last item, or to the
 * empty state. Browsers would move it to the top of the page. If an item then replaces the empty state, such as after
 * Undo, the focus moves to it.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

const focusable = 'button:not(:disabled), a[href]';

/** `ids` identify the articles, or the rows of a table, in `container`, in order; undefined until they are loaded. */
export function useFocusAfterRemoval(
  container: RefObject<HTMLElement | null>,
  ids: readonly string[] | undefined,
): void {
  const previous = useRef(ids);
  useLayoutEffect(() => {
    const wasEmpty = previous.current?.length === 0 && (ids?.length ?? 0) > 0;
    const removed = wasEmpty
      ? 0
      : (previous.current?.findIndex((id) => ids !== undefined && !ids.includes(id)) ?? -1);
    previous.current = ids;
    if (removed < 0 || document.activeElement !== document.body) return;
    const all = (selector: string) => [...(container.current?.querySelectorAll(selector) ?? [])];
    const articles = all('article');
    // An article may contain a table.
    const items = articles.length > 0 ? articles : all('tbody tr');
    const next = items[Math.min(removed, items.length - 1)] ?? container.current;
    (next?.querySelector<HTMLElement>(focusable) ?? document.querySelector('main'))?.focus();
  }, [container, ids]);
}
