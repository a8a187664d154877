/** The links that the user may follow: the fixed ones that the composition has, then the slices' `nav` entries. */
import { useHasRoute, useLocation, useNavEntries } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { t } from '../messages';
import { commonPaths, fixedLabel, fixedPaths, isFixed, profileUrl } from './navigation';

export interface NavLink {
  path: string;
  label: string;
}

export interface Navigation {
  /** For signed-in users; visitors get sign-in links instead. */
  fixed: readonly NavLink[];
  /** Entries of slices that are not among the fixed links. Visitors get only those of public pages. */
  added: readonly NavLink[];
  /** For the account menu: the pages that not every page's header links to. */
  own: readonly NavLink[];
}

export function useNavigation(): Navigation {
  const isSignedIn = useSession().status === 'signed-in';
  const hasRoute = useHasRoute();
  const entries = useNavEntries();
  const fixed = isSignedIn
    ? fixedPaths.filter(hasRoute).map((path) => ({ path, label: fixedLabel(path) }))
    : [];
  const added = entries.filter(({ path, access }) => !isFixed(path) && (isSignedIn || access === 'public'));
  return { fixed, added, own: [...fixed.filter(({ path }) => !commonPaths.includes(path)), ...added] };
}

/** The profile, over the current page. Apart from `useNavigation`, so that this does not render with every address. */
export function useProfileLink(): NavLink {
  return { path: profileUrl(useLocation()), label: t('profile') };
}
