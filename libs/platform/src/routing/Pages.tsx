/**
 * Renders the router's pages, with a view transition if the navigation asks for one. The router's own transitions
 * render the location that they started with: after a quick second navigation, its page would appear under the URL of
 * another.
 */
import { startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router-dom';
import { afterFrame } from '@slipway/design-system';

type Router = ReturnType<typeof createBrowserRouter>;

export function Pages({ router }: { router: Router }) {
  // Resolved when React has committed the page; the view transition waits for it.
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
                  // The browser calls this later: another navigation may have ended in the meantime.
                  show(router.state);
                  setCommit({ resolve });
                });
              }),
          );
          // The next navigation skips the transition, but not its update.
          transition.ready.catch(() => undefined);
        });
      });
    return Object.create(router, { subscribe: { value: subscribe } }) as Router;
  }, [router]);

  return <RouterProvider router={faded} />;
}
