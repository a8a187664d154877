/** Replaces the platform's `startHost` in the monolith and in stock Module Federation: one router, one root. */
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { firstPage } from '../../libs/platform/src/boot/firstPage';
import type { ShellDefinition } from '../../libs/platform/src/boot/startHost';
import { RouteError } from '../../libs/platform/src/routing/RouteError';
import { NotFoundRoute } from '../../libs/platform/src/routing/RoutePage';
import { routeTree } from '../../libs/platform/src/routing/routeTree';
import { contenderHost, Hosted } from './Hosted';

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

export async function startHost(definition: ShellDefinition, root: HTMLElement): Promise<void> {
  const { frame: Frame, onStyles, onStart, onCrash } = definition;
  await nextTask();
  const app = contenderHost(definition);
  const router = createBrowserRouter([
    {
      element: <Frame />,
      errorElement: <RouteError />,
      children: [...routeTree(app.host), { path: '*', element: <NotFoundRoute /> }],
    },
  ]);
  await firstPage(app.host, window.location);
  const react = createRoot(root, { onUncaughtError: onCrash });
  startTransition(() => {
    react.render(<Hosted app={app} router={router} onStyles={onStyles} onStart={onStart} />);
  });
}
