/** The theme: light, dark, or the system's. Source: `slipway-theme` in local storage; `data-theme` on the document. */
import { useSyncExternalStore } from 'react';
import { createEmitter } from '@slipway/state';
import { themeKey } from './themeScript';

export type Theme = 'system' | 'light' | 'dark';

const parse = (value: string | null | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system';

/** Read from the document, because storage may be full or blocked. */
const current = (): Theme => parse(document.documentElement.dataset.theme);

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  changed.emit();
}

/** Applies a theme, and stores it when the browser allows that. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  show(theme);
}

/** Follows a choice made in another tab. */
function handleStorage(event: StorageEvent): void {
  if (event.key === themeKey) show(parse(event.newValue));
}

/** Listens to other tabs while a component uses the theme. */
const changed = createEmitter(() => {
  window.addEventListener('storage', handleStorage);
  return () => {
    window.removeEventListener('storage', handleStorage);
  };
});

/** The current choice. */
export const useTheme = (): Theme => useSyncExternalStore(changed.subscribe, current);
