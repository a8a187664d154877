/** The shell's own pages, each fetched when it is shown. */
import type { LazyModule } from '@slipway/platform';

export const pages = {
  '/': () => import('./pages/LandingPage'),
  '/dashboard': () => import('./pages/DashboardPage'),
  '404': () => import('./pages/NotFoundPage'),
} satisfies Record<string, LazyModule>;
