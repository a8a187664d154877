/**
 * Runs before each test file: `vi.waitFor` and `vi.waitUntil` wait up to 15 s. Their default, one second, is too short on
 * a machine that does other work too; the condition ends the wait. A mutant may never
 * fulfill it, so mutation testing waits less.
 */
import { vi } from 'vitest';

const TIMEOUT = process.env['STRYKER_MUTATOR_WORKER'] ? 4_000 : 15_000;

type Options = Parameters<typeof vi.waitFor>[1];

const patient = (options: Options): Options =>
  typeof options === 'number' ? options : { timeout: TIMEOUT, ...options };

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
