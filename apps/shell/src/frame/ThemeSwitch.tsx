/** As the system says, light, dark, and round again; the choice is remembered. */
import { Icon, IconButton, setTheme, type Theme, useTheme } from '@slipway/design-system';

const names: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };
const after: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <IconButton
      size="sm"
      label={`Theme: ${names[theme]}`}
      onClick={() => {
        setTheme(after[theme]);
      }}
    >
      <Icon name={theme} size={18} />
    </IconButton>
  );
}
