/** The parameters of the current URL, typed by the path of the route. */
import { useParams as useRouterParams } from 'react-router-dom';
import { AppError, type RouteParams } from '@slipway/contracts';

/**
 * Returns `{ id: string }` for `useParams('/notes/:id')`. Also works in pages that are nested in the route's page.
 * @throws `unexpected` if the current URL has no such parameter
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
