/** `slipway open --env --revision`: serves an old revision on this machine, exactly as it was, until Ctrl-C. */
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { AppError } from '@slipway/contracts';
import { LOCALHOST } from '@slipway/server';
import { environmentArg, slipwayCommand } from '../command-line/command';
import { openTarget } from '../command-line/target';
import { reachableAddress } from '../development/composition';
import { listenForPages, parsePort } from '../development/listen';
import { openRevision } from '../opening/oldRevision';
import { openedRoutes } from '../opening/routes';
import { openTrust } from '../trust/open';
import { wholeSeconds } from '../trust/metadata';
import { verifyRevision } from '../trust/revisions';
import { verifyFile } from '../trust/statements';

export default slipwayCommand({
  meta: { name: 'slipway open', description: 'Open an old revision on this machine' },
  args: {
    ...environmentArg,
    revision: { type: 'string', required: true, valueHint: 'n', description: 'The revision to open' },
    port: {
      type: 'string',
      valueHint: 'n',
      description: 'The port to listen on; by default the first free one from 4300',
    },
  },
  examples: [
    'slipway open --env production --revision 41',
    'slipway open --env preview/pr-123 --revision 2 --port 4400',
  ],
  async run({ env, revision: text, port }, terminal) {
    if (!/^[1-9]\d*$/.test(text)) {
      throw new AppError(
        'invalid_input',
        `--revision ${text} is not a revision: slipway history --env ${env} lists them`,
      );
    }
    const wanted = parsePort(port);
    const workspace = terminal.workspace();
    const { environment, store } = await openTarget(workspace, env);
    const revision = await openRevision(store, environment.name, Number(text));
    const { composition } = revision;
    const trust = await openTrust({ options: workspace.trust, store, environment, isReadOnly: true });
    const { statement } = await verifyRevision(trust, environment.name, composition.revision);
    const verify = (key: string, bytes: Buffer | undefined) => verifyFile(statement, key, bytes);

    const server = await listenForPages(wanted);
    const origin = `http://${LOCALHOST}:${String((server.address() as AddressInfo).port)}`;
    const address = reachableAddress(environment.address);
    const from = { environment: environment.name, address, origin };
    const routes = openedRoutes({ store, revision, verify, ...from });
    server.on('request', getRequestListener(routes.fetch, { overrideGlobalObjects: false }));
    const { url } = composition.backend;
    terminal.print({
      text: [
        `Revision ${text} of ${env}, from ${wholeSeconds(composition.createdAt)}: ${origin}`,
        url === '/'
          ? `  Data comes from ${address}; writes to tables are rejected, calls of functions are not`
          : `  Data comes from ${url}, which pages call directly: what you change there is real`,
        'Press Ctrl-C to stop',
      ].join('\n'),
      data: { event: 'ready', address: origin, environment: env, revision: Number(text), backend: url },
    });
    await terminal.interrupted();
    server.close();
    server.closeAllConnections();
    return { text: 'Stopped', data: { event: 'stopped' } };
  },
});
