/** Code for pages with overrides. In one file, because the first script contains a hash for each file. */
export { ReleaseTools } from './ReleaseTools';
export { startOverrides } from './startOverrides';
