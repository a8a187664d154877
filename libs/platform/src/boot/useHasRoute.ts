import { useHost } from './hostContext';

/** Says whether the composition has a page at a path: a link to one that it lacks would lead to the not-found page. */
export function useHasRoute(): (path: string) => boolean {
  const { routes } = useHost();
  return (path) => routes.some((route) => route.path === path);
}
