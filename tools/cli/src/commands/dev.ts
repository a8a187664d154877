/** `slipway dev <slice…> --against`: serves slices from source with Fast Refresh, with an environment's other slices and backend. */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { AppError } from '@slipway/contracts';
import { LOCALHOST } from '@slipway/server';
import { type Output, slipwayCommand } from '../command-line/command';
import { sliceFolder } from '../command-line/slices';
import { openTarget } from '../command-line/target';
import { type BuildResult, startBuilds } from '../development/builds';
import { liveComposition, reachableAddress } from '../development/composition';
import { listenForPages, parsePort } from '../development/listen';
import { developmentRoutes } from '../development/routes';
import { warnings } from '../development/warnings';
import { verifyingStore } from '../trust/serving';

const resultOutput = (result: BuildResult): Output => ({
  text:
    result.kind === 'built'
      ? `${result.app} built in ${String(Math.round(result.milliseconds))} ms`
      : `${result.app} failed to build:\n${result.error}`,
  data: { event: result.kind, ...result, kind: undefined },
});

/** @throws `invalid_input` */
function rejectForeign(folders: readonly string[]): void {
  const foreign = folders.find((folder) => !existsSync(join(folder, 'rspack.config.ts')));
  if (foreign === undefined) return;
  throw new AppError(
    'invalid_input',
    `${foreign} has no rspack.config.ts: slipway dev needs one that uses sliceConfig from @slipway/build`,
  );
}

export default slipwayCommand({
  meta: { name: 'slipway dev', description: 'Run slices from source, with the rest from an environment' },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description:
        'Slices under apps/, or paths to slices in other folders; the shell always runs from source',
    },
    against: {
      type: 'string',
      valueHint: 'name',
      required: true,
      description: 'The environment that provides the other slices and the backend',
    },
    port: {
      type: 'string',
      valueHint: 'n',
      description: 'The port to listen on; by default the first free one from 4300',
    },
  },
  takesMany: true,
  examples: [
    'slipway dev billing --against local',
    'slipway dev billing marketplace --against local --port 4310',
    'slipway dev ./e2e/fixtures/notes --against preview/pr-123',
  ],
  async run({ _: named, against: name, port }, terminal) {
    const wanted = parsePort(port);
    const workspace = terminal.workspace();
    const { environment, store: stored } = await openTarget(workspace, name);
    const store = verifyingStore(stored, {
      trust: workspace.trust,
      environment: () => environment,
      warn: (message) => {
        terminal.print({ text: `  Warning: ${message}`, data: { event: 'warning', warning: message } });
      },
    });
    const folders = [...new Set(['shell', ...named].map((slice) => sliceFolder(workspace, slice)))];
    rejectForeign(folders);
    const sources = folders.map((directory) => ({ id: basename(directory), directory }));
    const slices = sources.map(({ id }) => id).filter((id) => id !== 'shell');
    const live = await liveComposition(store, environment.name);

    const server = await listenForPages(wanted);
    const { port: listening } = server.address() as AddressInfo;
    const origin = `http://${LOCALHOST}:${String(listening)}`;
    let isReady = false;
    const builds = startBuilds(sources, join(workspace.home, 'dev', String(listening)), (result) => {
      if (isReady || result.kind === 'failed') terminal.print(resultOutput(result));
    });
    const address = reachableAddress(environment.address);
    const backend = live.backend.url === '/' ? address : live.backend.url;
    const against = { environment: environment.name, backend, store, builds, slices };
    const routes = developmentRoutes({ ...against, address, origin });
    server.on('request', getRequestListener(routes.fetch, { overrideGlobalObjects: false }));

    const announce = async () => {
      await builds.idle();
      isReady = true;
      const page = origin + (builds.release(slices[0] ?? '')?.routes[0]?.path ?? '/');
      const seconds = performance.now() / 1000;
      terminal.print({
        text: [
          `${slices.join(' and ') || 'The shell'} from source; everything else from ${name} (revision ${String(live.revision)})`,
          `  ${page}`,
          `Ready in ${seconds.toFixed(1)} s. Press Ctrl-C to stop`,
        ].join('\n'),
        data: { event: 'ready', address: page, against: name, revision: live.revision, slices, seconds },
      });
      for (const warning of await warnings({ ...against, live })) {
        terminal.print({ text: `  Warning: ${warning}`, data: { event: 'warning', warning } });
      }
    };
    void announce();
    await terminal.interrupted();
    server.close();
    server.closeAllConnections();
    await builds.close();
    return { text: 'Stopped', data: { event: 'stopped' } };
  },
});
