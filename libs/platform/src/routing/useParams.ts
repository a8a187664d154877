/** The parameters of the current address, with the types that the path of the route has. */
import { useParams as useRouterParams } from 'react-router-dom';
import { AppError, type RouteParams } from '@slipway/contracts';

/**
 * Returns `{ id: string }` for `useParams('/notes/:id')`. A page inside of the route's page gets them too.
 * @throws `unexpected` where the current address has no such parameter
 */
export function useParams<const Path extends `/${string}`>(path: Path): RouteParams<Path> {
  const params = useRouterParams();
  const missing = path
    .split('/')
    .filter((segment) => segment.startsWith(':') && !segment.endsWith('?') && !params[segment.slice(1)]);
  if (missing.length > 0) {
    throw new AppError('unexpected', `useParams('${path}'): the address has no ${missing.join(', ')}`);
  }
  return params as RouteParams<Path>;
}
