/** A server of another environment that neither starts nor stops: `npm start` reports it and continues. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { files } from '@slipway/backend/testing';
import { openWorkspace } from '@slipway/cli/testing';
import { readOptions } from './options';

vi.mock(import('./environmentServer'), () => ({ openEnvironmentServer: vi.fn() }));

test('its failures are in the log, and nothing rejects', async () => {
  // Files share a process: code of an earlier one may have imported the real module meanwhile.
  vi.resetModules();
  const { openEnvironmentServer } = await import('./environmentServer');
  const { startOwnServers } = await import('./ownServers');
  vi.mocked(openEnvironmentServer).mockResolvedValue({
    ...{ origin: 'http://127.0.0.1:4991', mails: undefined },
    run: () => Promise.reject(new Error('it does not start')),
    stop: () => Promise.reject(new Error('it does not stop')),
  });
  const place = await openWorkspace();
  onTestFinished(() => place.close());
  place.writeEnvironment('stage', { address: 'http://127.0.0.1:4991', backend: 'embedded' });
  const { workspace, store, root } = place;
  const log = vi.fn();
  const servers = startOwnServers({
    ...{ workspace, store, log, say: log, healthKey: () => 'the key of the readers' },
    options: readOptions({ SLIPWAY_HOME: workspace.home }, root),
    backend: { ...files, log },
  });
  await servers.started;
  await vi.waitFor(() => {
    expect(log.mock.calls).toEqual([['stage: it does not start'], ['stage: it does not stop']]);
  });
  await servers.stop();
});
