import type { Route } from '@slipway/contracts';
import { useHost } from './hostContext';

/** Every page there is to go to, the shell's first. */
export const useRoutes = (): readonly Pick<Route, 'path' | 'title' | 'access'>[] => useHost().routes;
