/**
 * Where one can go from each page: the one table of the headers.
 * A page of the app has the common three, then what belongs to it; the landing page has the three it is specified with.
 */
import { t } from '../messages';

/** `sign-out` is done, not gone to. */
export type Place = '/dashboard' | '/agents' | '/marketplace' | '/deployments' | '/billing';
export type HeaderItem = Place | 'sign-out';

export const placeNames: Readonly<Record<Place, string>> = {
  '/dashboard': t('dashboard'),
  '/agents': t('myAgents'),
  '/marketplace': t('marketplace'),
  '/deployments': t('deployments'),
  '/billing': t('billing'),
};

const common: readonly HeaderItem[] = ['/dashboard', '/marketplace', 'sign-out'];

export interface HeaderRow {
  main: readonly HeaderItem[];
  /** What belongs to the page, after the rest. */
  extra: readonly Place[];
}

const pages: Readonly<Record<string, HeaderRow>> = {
  '/': { main: ['/dashboard', '/agents', '/marketplace'], extra: [] },
  '/dashboard': { main: common, extra: ['/agents', '/deployments', '/billing'] },
  '/marketplace': { main: common, extra: ['/agents'] },
  '/agents': { main: common, extra: ['/agents', '/deployments'] },
  '/deployments': { main: common, extra: ['/agents', '/deployments', '/billing'] },
  '/billing': { main: common, extra: ['/deployments', '/billing'] },
};

/** The header of a signed-in person at `path`; a page that is not in the table has the common three. */
export const headerRow = (path: string): HeaderRow => pages[path] ?? { main: common, extra: [] };

/** All of them, as the drawer offers them. */
export const places: readonly Place[] = ['/dashboard', '/agents', '/marketplace', '/deployments', '/billing'];
