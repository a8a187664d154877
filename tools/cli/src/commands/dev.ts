/** `slipway dev <slice…> --against`: slices from source with Fast Refresh, among what an environment runs, on its backend. */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { AppError } from '@slipway/contracts';
import { type Output, slipwayCommand } from '../command-line/command';
import { sliceFolder } from '../command-line/slices';
import { type BuildNews, startBuilds } from '../development/builds';
import { liveComposition, reachable } from '../development/composition';
import { HOST, listen, parsePort } from '../development/listen';
import { doubts } from '../development/warnings';
import { developmentRoutes } from '../development/routes';
import { refuseFamily } from '../environment/previews';

const told = (news: BuildNews): Output => ({
  text:
    news.kind === 'built'
      ? `${news.app}: built in ${String(Math.round(news.milliseconds))} ms`
      : `${news.app} cannot be built:\n${news.problem}`,
  data: { event: news.kind, ...news, kind: undefined },
});

/** @throws `invalid_input` */
function refuseForeign(folders: readonly string[]): void {
  const foreign = folders.find((folder) => !existsSync(join(folder, 'rspack.config.ts')));
  if (foreign === undefined) return;
  throw new AppError(
    'invalid_input',
    `${foreign} has no rspack.config.ts made by sliceConfig of @slipway/build: only such a slice runs from source`,
  );
}

export default slipwayCommand({
  meta: { name: 'slipway dev', description: 'Run slices from source, among what an environment runs' },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description: 'Folders under apps/, or paths to slices elsewhere; the shell is from source always',
    },
    against: {
      type: 'string',
      valueHint: 'env',
      required: true,
      description: 'The environment whose other slices and backend are used',
    },
    port: {
      type: 'string',
      valueHint: 'number',
      description: 'Where it listens; the first free one from 4300 without it',
    },
  },
  takesMany: true,
  examples: [
    'slipway dev billing --against local',
    'slipway dev billing marketplace --against staging --port 4310',
    'slipway dev ./e2e/fixtures/notes --against preview/pr-123',
  ],
  async run({ _: words, against: name, port }, terminal) {
    const workspace = terminal.workspace();
    const environment = workspace.environment(name);
    refuseFamily(environment);
    const folders = [...new Set(['shell', ...words].map((word) => sliceFolder(workspace, word)))];
    refuseForeign(folders);
    const sources = folders.map((directory) => ({ id: basename(directory), directory }));
    const slices = sources.map(({ id }) => id).filter((id) => id !== 'shell');
    const store = await workspace.store(environment);
    const live = await liveComposition(store, environment.name);

    const server = await listen(parsePort(port));
    const taken = (server.address() as AddressInfo).port;
    const origin = `http://${HOST}:${String(taken)}`;
    let isReady = false;
    const builds = startBuilds(sources, join(workspace.home, 'dev', String(taken)), (news) => {
      if (isReady || news.kind === 'failed') terminal.say(told(news));
    });
    const address = reachable(environment.address);
    const backend = live.backend.url === '/' ? address : live.backend.url;
    const against = { environment: environment.name, backend, store, builds, slices };
    const routes = developmentRoutes({ ...against, address, origin });
    server.on('request', getRequestListener(routes.fetch, { overrideGlobalObjects: false }));

    const announce = async () => {
      await builds.idle();
      isReady = true;
      const page = origin + (builds.release(slices[0] ?? '')?.routes[0]?.path ?? '/');
      const seconds = performance.now() / 1000;
      terminal.say({
        text: [
          `${slices.join(' and ') || 'The shell'} from source, the rest as ${name} runs it (revision ${String(live.revision)})`,
          `  ${page}`,
          `Ready in ${seconds.toFixed(1)} s. Stop with Ctrl-C`,
        ].join('\n'),
        data: { event: 'ready', address: page, against: name, revision: live.revision, slices, seconds },
      });
      for (const doubt of await doubts({ ...against, live })) {
        terminal.say({ text: `  ${doubt}`, data: { event: 'doubt', doubt } });
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
