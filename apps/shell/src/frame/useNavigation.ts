/** The links that the user may follow: the fixed ones that the composition has, then the slices' `nav` entries. */
import { useHasRoute, useNavEntries } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { fixedLabels, fixedPaths } from './navigation';

export interface NavLink {
  path: string;
  label: string;
}

export interface Navigation {
  /** For signed-in users; visitors get sign-in links instead. */
  fixed: readonly NavLink[];
  /** Entries of slices that are not among the fixed links. Visitors get only those of public pages. */
  added: readonly NavLink[];
}

const isFixed = (path: string) => path in fixedLabels;

export function useNavigation(): Navigation {
  const isSignedIn = useSession().status === 'signed-in';
  const hasRoute = useHasRoute();
  const entries = useNavEntries();
  return {
    fixed: isSignedIn ? fixedPaths.filter(hasRoute).map((path) => ({ path, label: fixedLabels[path] })) : [],
    added: entries.filter(({ path, access }) => !isFixed(path) && (isSignedIn || access === 'public')),
  };
}
