/** Prerenders the list, as a user sees it before deployments have arrived. The build runs it in Node (decision 106). */
import { printPages } from '@slipway/platform/prerender';
import { manifest } from '../slice.manifest';
import { startQueries } from './data/firstData';
import DeploymentsPage from './routes/DeploymentsPage';

void printPages(
  manifest,
  { '/deployments': <DeploymentsPage /> },
  {
    // Dialogs.
    '/deployments': { variesBy: ['new', 'deployment'], isLoading: true, requests: startQueries },
  },
);
