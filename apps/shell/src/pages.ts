/** The shell's own pages, each fetched when it is shown. */
import type { LazyModule } from '@slipway/platform';

export const pages = {
  '/': () => import('./routes/LandingPage'),
  '/dashboard': () => import('./routes/DashboardPage'),
  '404': () => import('./routes/NotFoundPage'),
} satisfies Record<string, LazyModule>;
