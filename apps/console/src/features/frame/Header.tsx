/** The header of every page: navigation, and the theme. */
import {
  Brand,
  Button,
  Icon,
  IconButton,
  Link,
  setTheme,
  type Theme,
  TopBar,
  useTheme,
} from '@slipway/design-system';
import { Menu } from '@slipway/design-system/overlays';
import { useLocation, useNavigate } from 'react-router-dom';
import { text } from '../../messages';

const pages = [
  { path: '/', label: text.overview },
  { path: '/history', label: text.history },
  { path: '/packages', label: text.packages },
];

const themes: readonly Theme[] = ['system', 'light', 'dark'];

export function Header() {
  const { pathname } = useLocation();
  return (
    <TopBar brand={<Brand>{text.brand}</Brand>} tools={<ThemeMenu />} menu={<PagesMenu />}>
      <nav aria-label={text.navigation}>
        {pages.map(({ path, label }) => (
          <Link key={path} variant="nav" href={path} aria-current={path === pathname ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </TopBar>
  );
}

function ThemeMenu() {
  const theme = useTheme();
  const items = themes.map((one) => ({
    id: one,
    label: text.themes[one],
    icon: <Icon name={one} />,
    onSelect: () => {
      setTheme(one);
    },
  }));
  return (
    <Menu label={text.theme} items={items} align="end">
      {(aria) => (
        <IconButton {...aria} label={text.theme} size="sm">
          <Icon name={theme} />
        </IconButton>
      )}
    </Menu>
  );
}

/** The navigation on narrow screens. */
function PagesMenu() {
  const navigate = useNavigate();
  const items = pages.map(({ path, label }) => ({
    id: path,
    label,
    onSelect: () => void navigate(path),
  }));
  return (
    <Menu label={text.navigation} items={items} align="end">
      {(aria) => (
        <Button {...aria} variant="quiet" size="sm">
          <Icon name="menu" />
          {text.menu}
        </Button>
      )}
    </Menu>
  );
}
