/** The pages that the command menu opens, and the profile of a signed-in user. */
import { useNavigate, useRoutes } from '@slipway/platform';
import { fixedLabel, fixedPaths } from '../../frame/navigation';
import { useNavigation, useProfileLink } from '../../frame/useNavigation';
import type { Entry } from './entry';
import { t } from './messages';

/** Hidden for signed-in users. */
const authPaths: readonly string[] = ['/login', '/signup'];

const fixedNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fixedPaths.map((path) => [path, fixedLabel(path)])),
  '/': t('home'),
};

/** Returns the pages in the order of the routes. */
export function usePageEntries(isSignedIn: boolean): Entry[] {
  const navigate = useNavigate();
  const routes = useRoutes();
  const { added } = useNavigation();
  const profile = useProfileLink();
  const entryOf = (id: string, label: string, icon: Entry['icon'], path: string): Entry => ({
    ...{ id, label, icon },
    act: () => void navigate(path),
  });
  const labelOf = (path: string) => fixedNames[path] ?? added.find((entry) => entry.path === path)?.label;
  return [
    ...routes
      .filter(({ path, access }) => (isSignedIn ? !authPaths.includes(path) : access === 'public'))
      .map(({ path, title }) => entryOf(`page${path}`, labelOf(path) ?? title, 'arrowRight', path)),
    ...(isSignedIn ? [entryOf('profile', profile.label, 'person', profile.path)] : []),
  ];
}
