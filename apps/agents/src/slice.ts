/** What the shell loads from this app: the page of a creator's agents, and the playground that other pages show too. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  '/agents': () => import('./routes/AgentsPage'),
  'agent.playground': () => import('./slots/Playground'),
});
