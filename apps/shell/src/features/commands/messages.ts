/** The text of the command menu. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  commandHint: 'Pages, agents, deployments',
  commandKeys: '↑ ↓ to choose · Enter to go · Esc to close',
  home: 'Home',
  pages: 'Pages',
  agents: 'Agents',
  actions: 'Actions',
  deploymentActions: 'Deployment actions',
  useLight: 'Use the light theme',
  useDark: 'Use the dark theme',
  useSystem: 'Use the system theme',
  allowMenu: 'Allow the right-click menu and developer shortcuts',
  blockMenu: 'Block the right-click menu and developer shortcuts',
  releaseTools: 'Releases on this page',
  resultCount: '{count, plural, one {# result} other {# results}}',
  searching: 'Searching…',
  noResults: 'No results for “{query}”',
  searchMarketplace: 'Search the marketplace for “{query}”',
  searchFailed: 'Couldn’t search agents. Try again in a moment.',

  stopOf: 'Stop {name}',
  startOf: 'Start {name}',
  copyEndpointOf: 'Copy endpoint of {name}',
  stopped: '{name} is stopped',
  started: '{name} is starting',
  statusFailed: 'Failed to update deployment status',
  copied: 'Copied to clipboard!',
  copyFailed: 'Couldn’t copy to clipboard',
});
