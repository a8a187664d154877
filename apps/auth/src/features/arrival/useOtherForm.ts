import { useReturnPath } from '@slipway/platform';

/** The address of the other form, which then leads to where this one would: a new user came for the same page. */
export function useOtherForm(path: '/login' | '/signup'): string {
  const redirect = useReturnPath();
  return redirect === undefined ? path : `${path}?${new URLSearchParams({ redirect }).toString()}`;
}
