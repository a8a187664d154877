/** The theme: light, dark, or the system's. Source: `slipway-theme` in local storage; `data-theme` on the document. */
import { useSyncExternalStore } from 'react';
import { createEmitter, createStoredValue } from '@slipway/state';
import { themeKey } from './themeScript';

/** A theme that the user can choose. */
export type Theme = 'system' | 'light' | 'dark';

const parse = (value: string | null | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system';

const stored = createStoredValue(() => localStorage, themeKey, {
  read: parse,
  write: (theme: Theme) => (theme === 'system' ? null : theme),
});

/** Emitted after the document has changed. While it has listeners, it also follows changes in other tabs. */
const changed = createEmitter(() =>
  stored.subscribe(() => {
    show(stored.get());
  }),
);

/** `beforePaint` has set the attribute before this module runs. */
const current = (): Theme => parse(document.documentElement.dataset.theme);

function show(theme: Theme): void {
  if (theme === current()) return;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  changed.emit();
}

/** Applies a theme at once, and stores it where the browser allows that. */
export function setTheme(theme: Theme): void {
  stored.set(theme);
  show(theme);
}

/** The user's current choice. */
export const useTheme = (): Theme => useSyncExternalStore(changed.subscribe, current, current);
