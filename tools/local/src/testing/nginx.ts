/** A real nginx with its default proxy settings, where one is installed or was unpacked for the end-to-end tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newFolder } from '@slipway/backend/testing';

const unpacked = join(
  import.meta.dirname,
  '../../../../node_modules/.cache/slipway-web-servers/usr/sbin/nginx',
);
const installed = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'nginx'));

/** The program, or undefined where there is none. */
export const nginx = [unpacked, '/usr/sbin/nginx', ...installed].find((path) => existsSync(path));

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  });

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

const configuration = (folder: string, port: number, upstream: string) => `
  ${process.getuid?.() === 0 ? 'user root;' : ''}
  daemon off; pid ${folder}/nginx.pid; error_log stderr crit; events { }
  http {
    access_log off;
    ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
    server { listen 127.0.0.1:${String(port)}; location / { proxy_pass ${upstream}; } }
  }
`;

async function isListening(origin: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt += 1) {
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      return;
    await pause(100);
  }
  throw new Error('nginx does not start');
}

/** Passes every path on to `upstream`, as `location / { proxy_pass … }` does without other settings. */
export async function startProxy(upstream: string): Promise<{ origin: string; close(): Promise<void> }> {
  if (!nginx) throw new Error('nginx is not installed');
  const folder = newFolder('nginx');
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configuration(folder, port, upstream));
  const server = spawn(nginx, ['-p', folder, '-e', 'stderr', '-c', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const origin = `http://127.0.0.1:${String(port)}`;
  await isListening(origin, server);
  return {
    origin,
    async close() {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
