/** The module that the shell loads: the creator's agents page, and the parts that other pages show. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  pages: {
    '/agents': {
      page: () => import('./routes/agentsRoute'),
      loader: async (context) => {
        // The queries are in the page's chunk: pages that show a slot of this slice do not load them.
        await (await import('./routes/agentsRoute')).startData(context);
      },
    },
  },
  slots: {
    'agent.playground': () => import('./slots/Playground'),
    'marketplace.conversation': () => import('./slots/SharedConversation'),
  },
});
