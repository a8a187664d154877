import { useReturnPath } from '@slipway/platform';

/** The URL of the other form, with the same redirect: a new user wants the same page. */
export function useOtherForm(path: '/login' | '/signup'): string {
  const redirect = useReturnPath();
  return redirect === undefined ? path : `${path}?${new URLSearchParams({ redirect }).toString()}`;
}
