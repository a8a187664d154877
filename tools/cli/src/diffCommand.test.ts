/** `slipway diff` reads two environments at once. When one cannot be read, the read of the other has ended, too. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { exitCodes } from './command-line/exitCodes';
import { main } from './main';
import type { Store } from './store/store';
import { shellRelease } from './testing/releases';
import { openWorkspace } from './testing/workspace';

it('has ended all its work when it fails', async () => {
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
      get: slowly(store.get),
      list: slowly(store.list),
    });
    const workspace = {
      ...place.workspace,
      store: async (environment: Parameters<typeof place.workspace.store>[0]) =>
        slow(await place.workspace.store(environment)),
    };
    let error = '';
    const code = await main(
      ['diff', 'staging', 'production'],
      { out: () => undefined, error: (text) => (error += text) },
      { ...place.terminal, workspace: () => workspace },
    );
    expect(error).toContain('production runs nothing yet');
    expect(code).toBe(exitCodes.not_found);
    expect(running).toBe(0);
  } finally {
    await place.close();
  }
});
