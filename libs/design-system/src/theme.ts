/** Light, dark, or as the system says. Source: `slipway-theme` in local storage; `data-theme` on the document. */
import { useSyncExternalStore } from 'react';
import { themeKey } from './themeScript';

export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();

const parse = (value: string | null | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system';

/** The document says it, not the storage: storage may be full or forbidden. */
const current = (): Theme => parse(document.documentElement.dataset.theme);

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** Shows a theme at once and remembers it, where the browser allows that. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // Forbidden storage: the choice lasts as long as the page.
  }
  show(theme);
}

/** A choice made in another tab. */
function handleStorage(event: StorageEvent): void {
  if (event.key === themeKey) show(parse(event.newValue));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', handleStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', handleStorage);
  };
}

/** The person's choice, as it is now. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);
