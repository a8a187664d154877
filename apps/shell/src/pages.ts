/** The shell's pages, loaded on demand. */
import type { SliceModule } from '@slipway/platform';

export const pages = {
  '/': () => import('./routes/LandingPage'),
  '/dashboard': {
    page: () => import('./routes/dashboardRoute'),
    loader: async (context) => {
      await (await import('./routes/dashboardRoute')).startData(context);
    },
  },
  '404': () => import('./routes/NotFoundPage'),
} satisfies SliceModule['pages'];
