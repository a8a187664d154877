/**
 * React Router's `useSearchParams`, but a function gets the parameters of the current address. React Router's gets those that
 * are on screen: where React has not rendered the last change yet, such as on a slow CPU, the next one would undo it.
 */
import { useCallback, useContext } from 'react';
import {
  type SetURLSearchParams,
  type URLSearchParamsInit,
  UNSAFE_DataRouterContext as DataRouterContext,
  useSearchParams as useRenderedParams,
} from 'react-router-dom';

/** With initial parameters, which the address does not have, a function gets those on screen. */
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
