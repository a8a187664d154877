/** Code for pages with overrides, in one file: each file adds its hash to the first script. */
export { ReleaseTools } from './ReleaseTools';
export { startOverrides } from './startOverrides';
