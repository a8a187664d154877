/** Cycles through the system, light and dark themes. The choice is stored. */
import { Icon, IconButton, setTheme, type Theme, useTheme } from '@slipway/design-system';
import { t } from '../messages';

const names = { system: 'themeIsSystem', light: 'themeIsLight', dark: 'themeIsDark' } as const;
const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function ThemeSwitch() {
  const theme = useTheme();
  const button = (shown: Theme) => (
    <IconButton
      size="sm"
      label={t(names[shown])}
      onClick={() => {
        setTheme(next[shown]);
      }}
    >
      <Icon name={shown} size={18} />
    </IconButton>
  );
  // A prerendered page does not know the theme: its styles show one of the three.
  if (process.env.SLIPWAY_PRERENDER === 'yes')
    return Object.values(next).map((shown) => (
      <span key={shown} data-theme-switch={shown}>
        {button(shown)}
      </span>
    ));
  return button(theme);
}
