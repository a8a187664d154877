/** The actions of the command menu that are the same on every page: themes, tools, shortcuts and signing out. */
import { setTheme } from '@slipway/design-system';
import { useDevtoolsGuard, useReleaseTools, useSignOut } from '@slipway/platform';
import { showShortcuts } from '../../frame/shortcutKeys';
import { t as shared } from '../../messages';
import type { Entry } from './entry';
import { t } from './messages';

const themes = [
  ['light', 'useLight'],
  ['dark', 'useDark'],
  ['system', 'useSystem'],
] as const;

export function useActionEntries(isSignedIn: boolean): Entry[] {
  const guard = useDevtoolsGuard();
  const signOut = useSignOut();
  const openReleaseTools = useReleaseTools();
  const actions: Entry[] = themes.map(([theme, label]) => ({
    ...{ id: `theme-${theme}`, label: t(label), icon: theme },
    act: () => {
      setTheme(theme);
    },
  }));
  if (guard) {
    actions.push({
      ...{ id: 'devtools-guard', label: t(guard.isOn ? 'allowMenu' : 'blockMenu'), icon: 'menu' },
      act: () => {
        guard.set(!guard.isOn);
      },
    });
  }
  if (openReleaseTools)
    actions.push({ id: 'release-tools', label: t('releaseTools'), icon: 'menu', act: openReleaseTools });
  actions.push({ id: 'shortcuts', label: shared('shortcuts'), icon: 'keyboard', act: showShortcuts });
  if (isSignedIn) actions.push({ id: 'sign-out', label: shared('signOut'), icon: 'close', act: signOut });
  return actions;
}
