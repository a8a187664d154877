/** Prerenders the studio, as a user sees it before agents have arrived. The build runs it in Node (decision 106). */
import { printPages } from '@slipway/platform/prerender';
import { manifest } from '../slice.manifest';
import { startQueries } from './data/firstData';
import { AgentStudio } from './features/studio/AgentStudio';

void printPages(
  manifest,
  // The page itself asks who the user is, and the build knows no user.
  { '/agents': <AgentStudio creator="" /> },
  {
    '/agents': {
      // Dialogs.
      variesBy: ['test', 'publish', 'page', 'analytics', 'links'],
      isLoading: true,
      requests: startQueries,
    },
  },
);
