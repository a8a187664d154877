/**
 * Like React Router's `useSearchParams`, but an updater function gets the parameters of the current URL. React Router
 * passes the rendered ones: if React has not rendered the last change yet, such as on a slow CPU, the next change would
 * undo it.
 */
import { useCallback, useContext } from 'react';
import {
  type SetURLSearchParams,
  type URLSearchParamsInit,
  UNSAFE_DataRouterContext as DataRouterContext,
  useSearchParams as useRenderedParams,
} from 'react-router-dom';

/** With `initial` parameters, which the URL does not have, an updater function gets the rendered ones. */
export function useSearchParams(initial?: URLSearchParamsInit): [URLSearchParams, SetURLSearchParams] {
  const [params, setRendered] = useRenderedParams(initial);
  const context = useContext(DataRouterContext);
  const router = initial === undefined ? context?.router : undefined;
  const setParams = useCallback<SetURLSearchParams>(
    (next, options) => {
      const isUpdate = typeof next === 'function' && router !== undefined;
      setRendered(isUpdate ? next(new URLSearchParams(router.state.location.search)) : next, options);
    },
    [router, setRendered],
  );
  return [params, setParams];
}
