/** Cycles through the system, light and dark themes. The choice is stored. */
import { Icon, IconButton, setTheme, type Theme, useTheme } from '@slipway/design-system';
import { t } from '../messages';

const names = { system: 'themeIsSystem', light: 'themeIsLight', dark: 'themeIsDark' } as const;
const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function ThemeSwitch() {
  const theme = useTheme();
  // A page that is rendered in advance does not know the theme: its styles show one of the three.
  if (process.env.SLIPWAY_PRERENDER === 'yes')
    return Object.values(next).map((one) => <ThemeButton key={one} theme={one} />);
  return <ThemeButton theme={theme} />;
}

function ThemeButton({ theme }: { theme: Theme }) {
  return (
    <IconButton
      size="sm"
      data-theme-switch={theme}
      label={t(names[theme])}
      onClick={() => {
        setTheme(next[theme]);
      }}
    >
      <Icon name={theme} size={18} />
    </IconButton>
  );
}
