/** The messages of `slipway env create --like local` when no server starts the new environment. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TestWorkspace, testWorkspace } from '../testing/workspace';
import { recordServer } from './runningServer';

const PORT = 6951;
let place: TestWorkspace;
beforeEach(() => {
  place = testWorkspace('$SLIPWAY_HOME/store');
  place.writeEnvironment('local', { backend: 'embedded', address: `http://127.0.0.1:${String(PORT)}` });
});
afterEach(() => {
  vi.restoreAllMocks();
  place.remove();
});

const create = (...args: string[]) => ['env', 'create', 'foo', '--like', 'local', ...args];
const record = (folder?: string) =>
  recordServer(place.workspace.home, `http://127.0.0.1:${String(PORT)}`, folder);

it('without a server, to start it', async () => {
  expect(await place.text(...create())).toContain('Run npm start: it serves foo at http://127.0.0.1:');
});

it('with a server of another folder, which folder that is, at once', async () => {
  record('/elsewhere/environments');
  expect(await place.text(...create())).toContain(
    `Stop npm start, which reads /elsewhere/environments, and run it with SLIPWAY_ENVIRONMENTS=${join(place.root, 'environments')} set: it serves foo at `,
  );
});

/** Each look at the clock is a second after the one before. */
function speedUp(): void {
  let now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
}

it.each([undefined, 'the same'])(
  'where nothing listens after 20 seconds, that it does not start',
  async (folder) => {
    record(folder && place.workspace.folder);
    speedUp();
    expect(await place.failure(...create())).toBe('slipway: foo does not start: see the output of npm start');
  },
);

it('of a server that listens and is not ready yet, nothing until it is', async () => {
  record();
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(requests > 3 ? 200 : 503).end();
  });
  const listening = new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as { port: number }).port);
    }),
  );
  const address = `http://127.0.0.1:${String(await listening)}`;
  speedUp();
  expect(await place.text(...create('--address', address))).toContain(`foo runs at ${address}`);
  expect(requests).toBe(4);
  server.close();
});
