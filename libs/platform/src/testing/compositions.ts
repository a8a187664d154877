/** Small valid compositions for tests. */
import type { ComposedRelease, Composition } from '@slipway/contracts';

export const composedRelease = (version: string): ComposedRelease => ({
  version,
  owner: 'market-team',
  base: `/slices/market/${version}/`,
  entry: 'mf-manifest.json',
  files: { 'page.js': `sha384-${'A'.repeat(64)}` },
  routes: [],
  slots: [],
  nav: [],
  preload: {},
});

export const compositionOf = (slices: Composition['slices']): Composition => ({
  schema: 1,
  environment: 'staging',
  revision: 2,
  createdAt: '2026-11-21T09:00:00.000Z',
  site: { name: 'Slipway', owner: 'Slipway', callUrl: 'https://cal.example/ada' },
  shell: { version: '00000000000000a1', base: '/slices/shell/00000000000000a1/' },
  slices,
  backend: { url: '/', key: 'sb_publishable_x' },
  allowOverrides: false,
  deterrent: true,
});
