/** Prerenders the studio, as a user sees it before agents have arrived. The build runs it in Node (decision 106). */
import { printPages } from '@slipway/platform/prerender';
import { manifest } from '../slice.manifest';
import { startQueries } from './data/firstData';
import { AgentStudio } from './features/studio/AgentStudio';

void printPages(
  manifest,
  // Not the page itself: it reads the session, and there is none in a build.
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
