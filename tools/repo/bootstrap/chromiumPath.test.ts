/** Which Chromium `SLIPWAY_CHROMIUM` names. */
import { afterEach, expect, it, vi } from 'vitest';
import { chromiumPath } from './chromium.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('is the named program', () => {
  vi.stubEnv('SLIPWAY_CHROMIUM', process.execPath);
  expect(chromiumPath()).toBe(process.execPath);
});

it('is the one of the machine when the variable is empty', () => {
  vi.stubEnv('SLIPWAY_CHROMIUM', undefined);
  const ofMachine = chromiumPath();
  vi.stubEnv('SLIPWAY_CHROMIUM', '');
  expect(chromiumPath()).toBe(ofMachine);
});
