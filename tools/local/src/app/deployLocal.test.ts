/** The deploy of `npm start` names the same author as a command of the same user. */
import { afterEach, expect, test, vi } from 'vitest';
import { LOCAL } from '@slipway/cli';
import { openWorkspace, shellRelease, sliceRelease } from '@slipway/cli/testing';
import { deployLocal } from './deployLocal';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('npm start and a command have one author', async () => {
  vi.stubEnv('SLIPWAY_OWN_STORE', '1');
  vi.stubEnv('SLIPWAY_AUTHOR', 'Ada');
  const place = await openWorkspace();
  try {
    const origin = 'http://127.0.0.1:4990';
    place.writeEnvironment(LOCAL, { address: origin, backend: 'embedded' });
    await place.build(shellRelease());
    await place.build(sliceRelease());
    const backend = { url: '/', key: 'sb_publishable_of_local' };
    await deployLocal(place.store, { root: place.root, origin, environment: LOCAL, backend });
    await place.build(sliceRelease({ owner: 'newer-team' }));
    await place.text('deploy', 'market', '--env', LOCAL, '--reason', 'a try');

    const history = await place.json<{ reason: string; author: string }[]>('history', '--env', LOCAL);
    expect(history.map(({ reason, author }) => [reason, author])).toEqual([
      ['a try', 'Ada'],
      ['npm start', 'Ada'],
    ]);
  } finally {
    await place.close();
  }
});
