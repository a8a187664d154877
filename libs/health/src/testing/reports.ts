/** A composition, and reports about it. */
import type { ComposedRelease, Composition, HealthBeacon, HealthEvent } from '@slipway/contracts';

export const STABLE = '00000000000000a1';
export const CANARY = '00000000000000c1';
export const FRAME = 'page.0123.js:1:4711';

const release = (version: string): ComposedRelease => ({
  ...{ version, owner: 'billing-team', base: `/slices/billing/${version}/`, entry: 'mf-manifest.json' },
  files: { 'page.0123.js': `sha384-${'A'.repeat(64)}` },
  routes: [{ path: '/billing', title: 'Billing', access: 'signed-in' }],
  ...{ slots: [], nav: [], preload: {} },
});

export const composition: Composition = {
  ...{ schema: 1, environment: 'local', revision: 3, createdAt: '2026-11-25T09:00:00.000Z' },
  site: { name: 'Slipway', owner: 'Slipway', callUrl: 'https://cal.slipway.example/founder' },
  shell: { version: '00000000000000f1', base: '/slices/shell/00000000000000f1/' },
  slices: { billing: { ...release(STABLE), canary: { percent: 10, release: release(CANARY) } } },
  backend: { url: '/', key: 'sb_publishable_x' },
  ...{ allowOverrides: false, deterrent: true },
  flags: { billing: { graph: { percent: 50 } } },
  health: { url: '/health-events', sample: 1, routes: ['/', '/dashboard'] },
};

export const event = (change: Partial<HealthEvent> = {}): HealthEvent => ({
  ...{ slice: 'billing', version: STABLE, group: 'stable', route: '/billing', kind: 'view' },
  ...change,
});

export const beacon = (events: HealthEvent[], change: Partial<HealthBeacon> = {}): HealthBeacon => ({
  ...{ v: 1, environment: 'local', revision: 3, sampled: true, events },
  ...change,
});
