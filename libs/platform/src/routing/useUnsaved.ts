/**
 * Tracks unsaved input. While there is any, no newer composition is loaded, and the user must confirm before leaving
 * the page.
 */
import { useContext, useEffect, useState } from 'react';
import {
  type BlockerFunction,
  type Location,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
} from 'react-router-dom';
import { isClosing, keepOpen } from './useDialogParam';

interface Form {
  parameter: string | undefined;
  asksItself: boolean;
}

/** The forms with unsaved input, the newest last. */
const unsaved = new Map<symbol, Form>();

export const hasUnsaved = () => unsaved.size > 0;

const valueIn = ({ search }: Location, { parameter, asksItself }: Form) =>
  parameter === undefined || (asksItself && isClosing(parameter))
    ? null
    : new URLSearchParams(search).get(parameter);

/** The newest form that would lose input. It asks for all of them. */
const formLost = (from: Location, to: Location): symbol | undefined =>
  [...unsaved].findLast(
    ([, form]) => from.pathname !== to.pathname || valueIn(from, form) !== valueIn(to, form),
  )?.[0];

/** One blocker for all forms: a router supports a single one, so with `useBlocker` in two forms only one would ask. */
const BLOCKER = 'unsaved';
const shouldBlock: BlockerFunction = ({ currentLocation, nextLocation }) =>
  formLost(currentLocation, nextLocation) !== undefined;

/** A navigation that waits for the user's confirmation. */
export interface PendingNavigation {
  isPending: boolean;
  stay: () => void;
  leave: () => void;
}

/**
 * Call it in a form. `isUnsaved`: leaving would lose input. Closing the tab then shows the browser's own dialog.
 * `parameter` is the query parameter that keeps the form open (`useDialogParam`), if any: Back, and closing the form by
 * its page, ask first. With `asksItself`, the form asks before its page closes it.
 */
export function useUnsaved(isUnsaved: boolean, parameter?: string, asksItself = false): PendingNavigation {
  const router = useContext(DataRouterContext)?.router;
  const state = useContext(DataRouterStateContext);
  const [form] = useState(() => Symbol('unsaved'));
  useEffect(() => {
    if (!isUnsaved) return undefined;
    unsaved.set(form, { parameter, asksItself });
    router?.getBlocker(BLOCKER, shouldBlock);
    const handleBeforeUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', handleBeforeUnload);
    return () => {
      unsaved.delete(form);
      if (!hasUnsaved()) router?.deleteBlocker(BLOCKER);
      window.removeEventListener('beforeunload', handleBeforeUnload);
    };
  }, [form, isUnsaved, parameter, asksItself, router]);

  const blocker = state?.blockers.get(BLOCKER);
  return {
    isPending:
      state !== null && blocker?.state === 'blocked' && formLost(state.location, blocker.location) === form,
    stay: () => {
      if (parameter !== undefined) keepOpen(parameter);
      blocker?.reset?.();
    },
    leave: () => blocker?.proceed?.(),
  };
}
