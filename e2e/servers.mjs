/**
 * The servers under test, one for each parallel worker. `GET /<worker>` starts that worker's server unless it runs, and
 * responds with 200 and the link to its mailbox when it is ready, with 503 before that. Playwright itself waits for the
 * server of worker 0.
 */
import { fork, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { register } from 'tsx/esm/api';

register();
const { controlPort, root } = await import('./support/server.ts');

// Build once, here: two servers that start at the same time must not both build.
const build = spawnSync('npx', ['nx', 'run-many', '-t', 'build', '--outputStyle=static'], {
  cwd: root,
  env: { ...process.env, NX_DAEMON: 'false' },
  encoding: 'utf8',
});
if (build.status !== 0) throw new Error(`The app does not build: ${build.stdout}${build.stderr}`);

/** Worker number to its process, whether it is ready, and the link to its mailbox, which it prints. */
const servers = new Map();
let isStopping = false;

function start(worker) {
  const child = fork(join(import.meta.dirname, 'start.mjs'), {
    execArgv: ['--liftoff-only'], // as `compileOnce` in vitest.shared.ts
    env: { ...process.env, TEST_PARALLEL_INDEX: worker },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const server = { child, isReady: false, mails: '' };
  servers.set(worker, server);
  createInterface({ input: child.stdout }).on('line', (line) => {
    server.mails ||= /^ {2}Mails: (\S+)$/.exec(line)?.[1] ?? '';
  });
  child.on('message', () => (server.isReady = true));
  child.on('exit', (code) => {
    servers.delete(worker);
    // A worker cannot go on without its server: end the run.
    if (!isStopping) process.exit(code || 1);
    if (servers.size === 0) process.exit(0);
  });
}

createServer((request, response) => {
  const worker = /^\/(\d)$/.exec(request.url ?? '')?.[1];
  if (worker === undefined) {
    response.writeHead(404).end();
    return;
  }
  if (!servers.has(worker) && !isStopping) start(worker);
  const server = servers.get(worker);
  response.writeHead(server?.isReady && server.mails ? 200 : 503).end(server?.mails);
}).listen(controlPort, '127.0.0.1');

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopping = true;
    if (servers.size === 0) process.exit(0);
    for (const { child } of servers.values()) child.kill(signal);
  });
}
