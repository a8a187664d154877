/**
 * The fixed navigation links: those of the header for each page, and those that open the navigation drawer.
 * Other slices add entries with `nav` in their manifests; see `useNavigation`.
 */
import { t } from '../messages';

export type FixedPath = '/dashboard' | '/agents' | '/marketplace' | '/deployments' | '/billing';
/** `sign-out` is a button, the others are links. */
export type HeaderItem = FixedPath | 'sign-out';

const labels = {
  '/dashboard': 'dashboard',
  '/agents': 'myAgents',
  '/marketplace': 'marketplace',
  '/deployments': 'deployments',
  '/billing': 'billing',
} as const satisfies Record<FixedPath, string>;

/** A function, because the frame is evaluated before its translation has arrived. */
export const fixedLabel = (path: FixedPath): string => t(labels[path]);

export const isFixed = (path: string): path is FixedPath => path in labels;

/** All fixed links, in the order of the drawer. */
export const fixedPaths: readonly FixedPath[] = [
  '/dashboard',
  '/agents',
  '/marketplace',
  '/deployments',
  '/billing',
];

/** The links that every signed-in header has. */
export const commonPaths: readonly string[] = ['/dashboard', '/marketplace'];

/** After `g`, the key that opens a page. */
export const pageKeys: Readonly<Record<FixedPath, string>> = {
  '/dashboard': 'd',
  '/agents': 'a',
  '/marketplace': 'm',
  '/deployments': 'p',
  '/billing': 'b',
};

/** The current page with the profile dialog open. */
export function profileUrl({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search);
  params.set('account', 'profile');
  return `${pathname}?${params.toString()}`;
}

const common: readonly HeaderItem[] = ['/dashboard', '/marketplace', 'sign-out'];

export interface HeaderItems {
  main: readonly HeaderItem[];
  /** Links that belong to the page, after the main items. */
  extra: readonly FixedPath[];
}

const pages: Readonly<Record<string, HeaderItems>> = {
  // The specification gives the landing page its own three.
  '/': { main: ['/dashboard', '/agents', '/marketplace'], extra: [] },
  '/dashboard': { main: common, extra: ['/agents', '/deployments', '/billing'] },
  '/marketplace': { main: common, extra: ['/agents'] },
  '/agents': { main: common, extra: ['/agents', '/deployments'] },
  '/deployments': { main: common, extra: ['/agents', '/deployments', '/billing'] },
  '/billing': { main: common, extra: ['/deployments', '/billing'] },
};

/** The header of a signed-in user at `path`; other pages have the common three. */
export const headerItems = (path: string): HeaderItems => pages[path] ?? { main: common, extra: [] };
