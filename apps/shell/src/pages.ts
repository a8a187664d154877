/** The shell's pages, loaded on demand. */
import type { SliceModule } from '@slipway/platform';

export const pages = {
  '/': () => import('./routes/LandingPage'),
  '/dashboard': {
    page: () => import('./routes/DashboardPage'),
    loader: async (context) => {
      await (await import('./routes/DashboardPage')).startData(context);
    },
  },
  '404': () => import('./routes/NotFoundPage'),
} satisfies SliceModule['pages'];
