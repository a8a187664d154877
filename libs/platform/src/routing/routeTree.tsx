/** The router's routes: pages, nested in their parents, and the redirects. */
import { Navigate, type RouteObject, useLocation, useParams } from 'react-router-dom';
import { fillPath, type Redirect } from '@slipway/contracts';
import type { HostRoute, KnownRoutes } from '../boot/hostContext';
import { RoutePage } from './RoutePage';

/** Keeps the query and the fragment, and replaces the history entry. */
function Redirected({ to }: Pick<Redirect, 'to'>) {
  const { search, hash } = useLocation();
  return <Navigate replace to={{ pathname: fillPath(to, useParams()), search, hash }} />;
}

const childrenOf = (routes: readonly HostRoute[], parent: HostRoute | undefined): RouteObject[] =>
  routes
    .filter((route) => route.parent === parent?.path && (!parent || route.slice === parent.slice))
    .map((route) => ({
      path: route.path,
      handle: route,
      element: <RoutePage key={route.path} route={route} />,
      children: childrenOf(routes, route),
    }));

export const routeTree = ({
  routes,
  redirects,
}: Pick<KnownRoutes, 'routes' | 'redirects'>): RouteObject[] => [
  ...childrenOf(routes, undefined),
  ...redirects.map(({ from, to }) => ({ path: from, element: <Redirected to={to} /> })),
];
