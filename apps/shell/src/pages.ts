/** The shell's pages, loaded on demand. */
import type { LazyModule } from '@slipway/platform';

export const pages = {
  '/': () => import('./routes/LandingPage'),
  '/dashboard': () => import('./routes/DashboardPage'),
  '404': () => import('./routes/NotFoundPage'),
} satisfies Record<string, LazyModule>;
