/** Runs before each test file of a mutant, in the thread of the mutant before: restores what a new thread would have. */
import { inject, vi } from 'vitest';

vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();
// Stryker activates a mutant before the modules load, or only while tests run.
const stryker = globalThis[inject('globalNamespace')];
if (inject('mode') === 'mutant' && inject('mutantActivation') !== 'static') stryker.activeMutant = undefined;
