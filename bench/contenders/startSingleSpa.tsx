/**
 * Replaces the platform's `startHost` in the contender single-spa: the frame with the shell's pages is one application, each
 * slice another one with its own React root and router, active on the slice's routes. Slots of other slices are imported
 * by the page that shows them, as single-spa's documentation has it for components of the same framework.
 */
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { type LifeCycles, registerApplication, start } from 'single-spa';
import { routeAt } from '@slipway/contracts';
import { firstPage } from '../../libs/platform/src/boot/firstPage';
import type { ShellDefinition } from '../../libs/platform/src/boot/startHost';
import { Outlet } from '../../libs/platform/src/routing/router';
import { RouteError } from '../../libs/platform/src/routing/RouteError';
import { NotFoundRoute } from '../../libs/platform/src/routing/RoutePage';
import { routeTree } from '../../libs/platform/src/routing/routeTree';
import { type ContenderHost, contenderHost, Hosted } from './Hosted';

const ignore = () => undefined;

/** An application with a React root in `element`, which is removed when its routes are left. */
function application(
  app: ContenderHost,
  element: HTMLElement,
  routes: RouteObject[],
  { onStyles, onStart, onCrash }: Pick<ShellDefinition, 'onStyles' | 'onStart' | 'onCrash'>,
): LifeCycles {
  let unmount: () => void = ignore;
  return {
    bootstrap: () => Promise.resolve(),
    mount() {
      const router = createBrowserRouter(routes);
      const react = createRoot(element, { onUncaughtError: onCrash });
      react.render(<Hosted app={app} router={router} onStyles={onStyles} onStart={onStart} />);
      unmount = () => {
        react.unmount();
        router.dispose();
      };
      return Promise.resolve();
    },
    unmount() {
      unmount();
      return Promise.resolve();
    },
  };
}

const silent = { onStyles: ignore, onStart: ignore, onCrash: ignore };

export async function startHost(definition: ShellDefinition, root: HTMLElement): Promise<void> {
  const { frame: Frame, manifest: shell } = definition;
  // The pages of slices are below the frame, which would fill the window.
  root.style.minHeight = '0';
  const app = contenderHost(definition);
  const { host } = app;
  const own = host.routes.filter(({ slice }) => slice === shell.id);
  const others = host.routes.filter(({ slice }) => slice !== shell.id);
  const frame = application(
    app,
    root,
    [
      {
        element: <Frame />,
        errorElement: <RouteError />,
        children: [
          ...routeTree({ routes: own, redirects: host.redirects }),
          ...others.map((route) => ({ path: route.path, handle: route, element: null })),
          { path: '*', element: <NotFoundRoute /> },
        ],
      },
    ],
    definition,
  );
  await firstPage({ ...host, routes: own }, window.location);
  registerApplication({ name: shell.id, app: () => Promise.resolve(frame), activeWhen: () => true });
  for (const [id, { load }] of Object.entries(window.contender.slices)) {
    const element = document.createElement('div');
    root.after(element);
    const routes = [
      {
        element: <Outlet />,
        errorElement: <RouteError />,
        children: [
          ...routeTree({ routes: host.routes.filter(({ slice }) => slice === id), redirects: [] }),
          { path: '*', element: null },
        ],
      },
    ];
    registerApplication({
      name: id,
      app: async () => {
        await load();
        return application(app, element, routes, silent);
      },
      activeWhen: ({ pathname }) => routeAt(host.routes, pathname)?.slice === id,
    });
  }
  start();
}
