/** The settings of V8 in the database's thread. */
import { execFileSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { importCompiled } from '@slipway/server/compiled';
import { expect, it, vi } from 'vitest';

vi.mock('node:v8', () => ({ setFlagsFromString: vi.fn() }));
vi.mock('@slipway/server/compiled', () => ({ importCompiled: vi.fn() }));

it('V8 gets its setting before PostgreSQL is compiled, and this Node knows it', async () => {
  await import('./boot.mjs');
  const [[flag = ''] = []] = vi.mocked(setFlagsFromString).mock.calls;
  expect(flag).toMatch(/^--wasm-tiering-budget=\d+$/);
  const [order = Number.NaN] = vi.mocked(setFlagsFromString).mock.invocationCallOrder;
  expect(order).toBeLessThan(vi.mocked(importCompiled).mock.invocationCallOrder[0] ?? 0);
  // In the running process, V8 ignores a flag that it does not know; as an argument, it is an error.
  execFileSync(process.execPath, [flag, '--eval', '']);
});
