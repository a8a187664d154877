/**
 * The router's pages. Each gives way to the next in a view transition, if the navigation asked for one. The router's own
 * transitions render the address that they began with: a quick second navigation left its page under the address of another.
 */
import { startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router-dom';
import { afterFrame } from '@slipway/design-system';

type Router = ReturnType<typeof createBrowserRouter>;

export function Pages({ router }: { router: Router }) {
  // Resolved in the commit of the page, for the view transition that waits for it.
  const [commit, setCommit] = useState<{ resolve: () => void }>();
  useLayoutEffect(() => commit?.resolve(), [commit]);

  const faded = useMemo(() => {
    const subscribe: Router['subscribe'] = (listener) =>
      router.subscribe((state, { viewTransitionOpts, ...options }) => {
        const show = (newest: typeof state) => {
          listener(newest, { ...options, viewTransitionOpts: undefined });
        };
        if (!viewTransitionOpts || !('startViewTransition' in document)) {
          show(state);
          return;
        }
        // Paint the press first: the browser paints nothing while a view transition waits for its page.
        afterFrame(() => {
          const transition = document.startViewTransition(
            () =>
              new Promise<void>((resolve) => {
                startTransition(() => {
                  // The browser calls this later: another navigation may have ended since.
                  show(router.state);
                  setCommit({ resolve });
                });
              }),
          );
          // The next navigation skips a transition, but not its update.
          transition.ready.catch(() => undefined);
        });
      });
    return Object.create(router, { subscribe: { value: subscribe } }) as Router;
  }, [router]);

  return <RouterProvider router={faded} />;
}
