/** Cycles through the system, light and dark themes. The choice is stored. */
import { Icon, IconButton, setTheme, type Theme, useTheme } from '@slipway/design-system';
import { t } from '../messages';

const names = { system: 'themeIsSystem', light: 'themeIsLight', dark: 'themeIsDark' } as const;
const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <IconButton
      size="sm"
      label={t(names[theme])}
      onClick={() => {
        setTheme(next[theme]);
      }}
    >
      <Icon name={theme} size={18} />
    </IconButton>
  );
}
