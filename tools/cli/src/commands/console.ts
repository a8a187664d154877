/** `slipway console`: serves the console on this machine, until Ctrl-C. Its actions are the commands, with the user's own keys. */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { AppError } from '@slipway/contracts';
import { LOCALHOST } from '@slipway/server';
import { slipwayCommand } from '../command-line/command';
import { findHealthSource } from '../command-line/healthSource';
import { newToken } from '../console/access';
import { createOpenRevisions } from '../console/openRevisions';
import { readPages } from '../console/pages';
import { consoleRoutes } from '../console/routes';
import { listenForPages, parsePort } from '../development/listen';
import { rejectFamily } from '../environment/previews';
import { runBuild } from '../release/runBuild';

/** Beside this tool in its repository. */
const project = join(import.meta.dirname, '../../../../apps/console');
const repository = join(project, '../..');

/** Builds the page unless Nx has it. @throws `not_found` outside the repository, `invalid_input` */
async function builtPages() {
  if (!existsSync(join(project, 'package.json')))
    throw new AppError('not_found', 'The console is part of the repository of Slipway: run it in a clone');
  const args = ['run', 'console:build', '--outputStyle=static'];
  await runBuild(repository, repository, 'nx', args);
  return readPages(join(project, 'dist'));
}

/** @throws `invalid_input` */
function parseOrigin(text: string, isReadOnly: boolean): string {
  if (!isReadOnly)
    throw new AppError('invalid_input', '--origin needs --read-only: only on this machine do actions run');
  if (/^https:\/\/[^\s/]+$/.test(text)) return text;
  throw new AppError(
    'invalid_input',
    `--origin ${text} must be an https origin such as https://console.example.com`,
  );
}

export default slipwayCommand({
  meta: { name: 'slipway console', description: 'Open the console: releases, health, history and actions' },
  args: {
    env: { type: 'string', valueHint: 'name', description: 'Only this environment; all by default' },
    port: {
      type: 'string',
      valueHint: 'n',
      description: 'The port to listen on; by default the first free one from 4300',
    },
    'read-only': {
      type: 'boolean',
      default: false,
      description: 'Change nothing: show the command for each action',
    },
    origin: {
      type: 'string',
      valueHint: 'origin',
      description: 'With --read-only: the public origin of a proxy that signs users in',
    },
  },
  examples: [
    'slipway console',
    'slipway console --env production --port 4400',
    'slipway console --read-only --origin https://console.example.com --port 4400',
  ],
  async run({ env, port, 'read-only': isReadOnly, origin: publicOrigin }, terminal) {
    const proxied = publicOrigin === undefined ? undefined : parseOrigin(publicOrigin, isReadOnly);
    const wanted = parsePort(port); // before the build, which takes longer
    if (env !== undefined) rejectFamily(terminal.workspace().environment(env));
    const pages = await builtPages();
    const server = await listenForPages(wanted);
    const { port: chosen } = server.address() as AddressInfo;
    const own = `${LOCALHOST}:${String(chosen)}`;
    const origin = proxied ?? `http://${own}`;
    const token = proxied === undefined ? newToken() : undefined;
    const ended = terminal.interrupted();
    const routes = consoleRoutes({
      terminal,
      access: { hosts: [new URL(origin).host], origins: [origin], token },
      pages,
      isReadOnly,
      only: env,
      healthSource: (name) => {
        const workspace = terminal.workspace();
        return findHealthSource(terminal.env, { workspace, environment: workspace.environment(name) });
      },
      openRevisions: createOpenRevisions(terminal, ended),
    });
    server.on('request', getRequestListener(routes.fetch, { overrideGlobalObjects: false }));
    const address = token === undefined ? origin : `${origin}/#token=${token}`;
    terminal.print({
      text: [
        `Console: ${address}`,
        isReadOnly
          ? '  Read-only: it shows the command for each action'
          : '  The address has a key for this session: actions run as you, with your signing keys. Do not share it',
        ...(proxied === undefined
          ? []
          : [`  It listens on http://${own}, for the proxy of ${proxied}. The proxy has to sign users in`]),
        'Press Ctrl-C to stop',
      ].join('\n'),
      data: { event: 'ready', address, isReadOnly },
    });
    await ended;
    server.close();
    server.closeAllConnections();
    return { text: 'Stopped', data: { event: 'stopped' } };
  },
});
