/** Every command of `slipway`, loaded on demand. One file, because it is one table: the help prints it in this order. */
import type { SlipwayCommand } from './command';

interface Entry {
  description: string;
  load: () => Promise<{ default: SlipwayCommand }>;
}

/** In the order of the help. Each is loaded on demand. A command of two words belongs to a group, such as `env`. */
export const commands: Readonly<Record<string, Entry>> = {
  dev: {
    description: 'Run slices from source, with the rest from an environment',
    load: () => import('../commands/dev'),
  },
  build: { description: 'Build slices', load: () => import('../commands/build') },
  check: {
    description: 'Check slices against what environments run',
    load: () => import('../commands/check'),
  },
  conform: {
    description: 'Check that a built slice keeps the contract',
    load: () => import('../commands/conform'),
  },
  publish: {
    description: "Upload builds to an environment's release store",
    load: () => import('../commands/publish'),
  },
  deploy: { description: 'Deploy slices to an environment', load: () => import('../commands/deploy') },
  canary: {
    description: 'Give a share of the visitors a newer release of a slice or the shell',
    load: () => import('../commands/canary'),
  },
  promote: {
    description: 'Deploy the releases of one environment to another',
    load: () => import('../commands/promote'),
  },
  rollback: {
    description: 'Run an earlier revision again, as a new one',
    load: () => import('../commands/rollback'),
  },
  approve: {
    description: 'Approve a plan, or a revision that runs already',
    load: () => import('../commands/approve'),
  },
  status: { description: 'Show what every environment runs', load: () => import('../commands/status') },
  slots: {
    description: 'Show who offers slots, and who fills them',
    load: () => import('../commands/slots'),
  },
  flags: {
    description: 'Show who gets each flag, and compare its variants',
    load: () => import('../commands/flags'),
  },
  events: {
    description: 'Show which slices share events and caches',
    load: () => import('../commands/events'),
  },
  'third-parties': {
    description: 'Show the other origins that slices may use',
    load: () => import('../commands/thirdParties'),
  },
  upgrade: {
    description: 'Show and make the steps to a newer contract or shell',
    load: () => import('../commands/upgrade'),
  },
  history: {
    description: 'List revisions: who changed what, when, and why',
    load: () => import('../commands/history'),
  },
  open: { description: 'Open an old revision on this machine', load: () => import('../commands/open') },
  console: {
    description: 'Open the console: releases, health, history and actions',
    load: () => import('../commands/console'),
  },
  diff: {
    description: 'Show the differences between two environments or revisions',
    load: () => import('../commands/diff'),
  },
  explain: {
    description: 'Show the source line of a frame in a release',
    load: () => import('../commands/explain'),
  },
  doctor: { description: 'Check the health of environments', load: () => import('../commands/doctor') },
  alerts: {
    description: 'Tell the owners of slices when too many views fail',
    load: () => import('../commands/alerts'),
  },
  moderate: {
    description: 'Suspend agents, deployments and users; read reports',
    load: () => import('../commands/moderate'),
  },
  verify: {
    description: 'Verify what an environment serves, from a pinned root',
    load: () => import('../commands/verify'),
  },
  prune: {
    description: 'Remove unused releases and expired previews',
    load: () => import('../commands/prune'),
  },
  'keys rotate': {
    description: "List the keys of the server's backend, or replace one",
    load: () => import('../commands/keysRotate'),
  },
  'trust init': {
    description: 'Make the signed metadata of a shared store',
    load: () => import('../commands/trustInit'),
  },
  'trust key': { description: 'Make a signing key', load: () => import('../commands/trustKey') },
  'trust add': {
    description: 'Let a key sign for a slice, an environment or a role',
    load: () => import('../commands/trustAdd'),
  },
  'trust rotate': {
    description: 'Replace a key by a new one of the same owner',
    load: () => import('../commands/trustRotate'),
  },
  'trust revoke': {
    description: 'Take a key out of every role',
    load: () => import('../commands/trustRevoke'),
  },
  'trust sign': {
    description: 'Add your signature to a revision or a release',
    load: () => import('../commands/trustSign'),
  },
  'trust cosign': {
    description: 'Sign a new root with a key of this machine',
    load: () => import('../commands/trustCosign'),
  },
  'trust merge': {
    description: 'Publish a root that several machines signed',
    load: () => import('../commands/trustMerge'),
  },
  'trust renew': {
    description: 'Sign new timestamps, before the last ones expire',
    load: () => import('../commands/trustRenew'),
  },
  'trust show': {
    description: 'Show who may sign what, and what expires when',
    load: () => import('../commands/trustShow'),
  },
  'env create': { description: 'Create an environment', load: () => import('../commands/envCreate') },
  'env set': {
    description: 'Change a field of an environment file',
    load: () => import('../commands/envSet'),
  },
  'env apply': {
    description: "Apply a file's settings to an environment",
    load: () => import('../commands/envApply'),
  },
  'env show': {
    description: 'Show the current settings',
    load: () => import('../commands/envShow'),
  },
  'env hosting': {
    description: 'Write web server configurations',
    load: () => import('../commands/envHosting'),
  },
};
