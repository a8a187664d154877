/** The theme on screen: the system's if the user has not chosen one. */
import { useSyncExternalStore } from 'react';
import { useTheme } from '@slipway/design-system';

const dark = '(prefers-color-scheme: dark)';

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(dark);
  query.addEventListener('change', listener);
  return () => {
    query.removeEventListener('change', listener);
  };
};

export function useShownTheme(): 'light' | 'dark' {
  const theme = useTheme();
  const isDark = useSyncExternalStore(subscribe, () => window.matchMedia(dark).matches);
  if (theme !== 'system') return theme;
  return isDark ? 'dark' : 'light';
}
