/** The address and the key of a collector come from variables. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { healthSource } from './healthSource';

let place: WorkspaceWithStore;
beforeAll(async () => {
  place = await openWorkspace();
});
afterAll(() => place.close());

const open = (env: NodeJS.ProcessEnv) =>
  healthSource(env, { workspace: place.workspace, environment: place.workspace.environment('staging') });

it.each<[NodeJS.ProcessEnv, string]>([
  [{}, 'SLIPWAY_HEALTH_KEY is not set'],
  [
    { SLIPWAY_HEALTH_KEY: 'k', SLIPWAY_HEALTH_URL: 'collector' },
    'SLIPWAY_HEALTH_URL is "collector": it must be an origin',
  ],
])('rejects %j', (env, message) => {
  expect(() => open(env)).toThrow(message);
});

it('has the address of the environment by default', () => {
  expect(() => open({ SLIPWAY_HEALTH_KEY: 'k', SLIPWAY_HEALTH_URL: '' })).not.toThrow();
});
