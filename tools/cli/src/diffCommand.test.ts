/** `slipway diff` reads two environments at once. When one cannot be read, the read of the other has ended, too. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@slipway/contracts';
import { expect, it } from 'vitest';
import { exitCodes } from './command-line/exitCodes';
import { main } from './main';
import type { Store } from './store/store';
import { shellRelease } from './testing/releases';
import { openWorkspace } from './testing/workspace';

it.each([
  ['an environment that runs nothing', 'production', /production runs nothing yet/, exitCodes.not_found],
  ['settings that cannot be read', 'staging', /the disk is full/, exitCodes.unavailable],
])('has ended all its work when it fails because of %s', async (_what, other, reason, exitCode) => {
  const place = await openWorkspace();
  try {
    place.writeEnvironment('production');
    await place.build(shellRelease());
    await place.text('deploy', 'shell', '--env', 'staging', '--reason', 'first');

    let running = 0;
    const slowly =
      <Parameters extends unknown[], Result>(call: (...given: Parameters) => Promise<Result>) =>
      async (...given: Parameters): Promise<Result> => {
        running += 1;
        await pause(5);
        return call(...given).finally(() => (running -= 1));
      };
    const slow = (store: Store): Store => ({
      ...store,
      now: slowly(store.now),
      get: slowly((key) =>
        other === 'staging' && key.includes('settings')
          ? Promise.reject(new AppError('unavailable', 'the disk is full'))
          : store.get(key),
      ),
      list: slowly(store.list),
    });
    const workspace = {
      ...place.workspace,
      store: async (environment: Parameters<typeof place.workspace.store>[0]) =>
        slow(await place.workspace.store(environment)),
    };
    let error = '';
    const code = await main(
      ['diff', 'staging', other],
      { out: () => undefined, error: (text) => (error += text) },
      { ...place.terminal, workspace: () => workspace },
    );
    expect(error).toMatch(reason);
    expect(code).toBe(exitCode);
    expect(running).toBe(0);
  } finally {
    await place.close();
  }
});
