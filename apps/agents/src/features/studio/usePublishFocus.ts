/**
 * Once the list shows that an agent is published, the button that opened its dialog is removed. The focus then moves to
 * the step that replaces it; browsers would move it to the top of the page.
 */
import { useEffect, useRef } from 'react';
import type { Agent } from '../../data/agents';
import { lifecycleOf } from '../../data/lifecycle';

interface Press {
  id: string;
  /** The card, or the next steps, in which the dialog was opened. */
  place: Element | null;
}

/** `rows` are those of the list, which may be read before or after the dialog has closed. */
export function usePublishFocus(isOpen: boolean, rows: readonly Agent[] | undefined) {
  const pressed = useRef<Press>(undefined);
  /** The press whose agent was published. */
  const published = useRef<Press>(undefined);
  useEffect(() => {
    const { current: press } = published;
    const agent = rows?.find(({ id }) => id === press?.id);
    if (isOpen || !press || !agent || lifecycleOf(agent) !== 'published') return;
    published.current = undefined;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.matches('main'))
      (press.place?.querySelector<HTMLElement>('a[href]') ?? press.place?.querySelector('button'))?.focus();
  }, [isOpen, rows]);
  return {
    onOpen: ({ id }: Agent) => {
      published.current = undefined;
      pressed.current = { id, place: document.activeElement?.closest('article, section') ?? null };
    },
    onPublished: () => {
      published.current = pressed.current;
    },
  };
}
