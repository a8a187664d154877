/** nginx and Caddy in front of the store of the server under test, with the configurations of `slipway env hosting`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { webServers } from '@slipway/repo/bootstrap/webServers.mjs';
import { findWorkspace, hostingFiles } from '@slipway/cli';
import { home, localOrigin, root, store } from './server';

const workspace = findWorkspace(root, {});

/** Writes the configurations of `local` and of its previews for one port; returns their paths. */
function writeSites(
  folder: string,
  name: 'nginx.conf' | 'Caddyfile',
  port: number,
  upstream: string,
): string[] {
  mkdirSync(folder, { recursive: true });
  return ['local', 'preview'].map((environment) => {
    const hosting = { listen: `127.0.0.1:${String(port)}`, folder: store, upstream };
    const files = hostingFiles({ ...workspace.environment(environment), hosting });
    const path = join(folder, `${environment}-${name}`);
    writeFileSync(path, files.get(name) ?? '');
    return path;
  });
}

export type WebServerName = 'nginx' | 'Caddy';

/** Starts one on 127.0.0.1, without waiting until it listens. */
export function spawnWebServer(name: WebServerName, port: number, upstream = localOrigin): ChildProcess {
  const programs = webServers();
  if (!programs) throw new Error('nginx and Caddy are packages of Debian: run as root, or in CI with sudo');
  const folder = join(home, `${name.toLowerCase()}-${String(port)}`);

  if (name === 'Caddy') {
    const sites = writeSites(folder, 'Caddyfile', port, upstream);
    const config = join(folder, 'Caddyfile');
    const options = '{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n';
    writeFileSync(config, [options, ...sites.map((site) => `import ${site}\n`)].join(''));
    return spawn(programs.caddy, ['run', '--adapter', 'caddyfile', '--config', config], {
      env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  const sites = writeSites(folder, 'nginx.conf', port, upstream);
  const config = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = [
    `load_module ${programs.brotli};`,
    // Only root may read the folder of the store.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 1;',
    'daemon off;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr crit;',
    'events { }',
    'http {',
    '    access_log off;',
    ...temporary.map((kind) => `    ${kind}_temp_path ${folder}/${kind};`),
    ...sites.map((site) => `    include ${site};`),
    '}',
    '',
  ];
  writeFileSync(config, lines.join('\n'));
  return spawn(programs.nginx, ['-p', folder, '-e', 'stderr', '-c', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export interface WebServer {
  origin: string;
  close(): Promise<void>;
}

/** Starts one and waits until it listens. @throws when it ends before that, or another server has the port */
export async function startWebServer(
  name: WebServerName,
  port: number,
  upstream = localOrigin,
): Promise<WebServer> {
  const origin = `http://127.0.0.1:${String(port)}`;
  const isUp = () =>
    fetch(`${origin}/slipway.json`).then(
      (answer) => answer.ok,
      () => false,
    );
  if (await isUp()) throw new Error(`Another server runs at ${origin}`);
  const server = spawnWebServer(name, port, upstream);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  for (let attempt = 0; !(await isUp()); attempt += 1) {
    if (attempt === 300 || server.exitCode !== null) throw new Error(`${name} does not start`);
    await pause(100);
  }
  return {
    origin,
    async close() {
      server.kill();
      await ended;
    },
  };
}
