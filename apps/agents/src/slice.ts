/** The module that the shell loads: the creator's agents page, and the parts that other pages show. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  pages: {
    '/agents': () => import('./routes/AgentsPage'),
  },
  slots: {
    'agent.playground': () => import('./slots/Playground'),
    'marketplace.conversation': () => import('./slots/SharedConversation'),
  },
});
