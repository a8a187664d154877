/**
 * The servers under test, one for each parallel worker. `GET /<worker>` starts that worker's server unless it runs, and
 * responds with 200 and the link to its mailbox when it is ready, with 503 before that, and once with 500 and its last
 * messages when it has ended. Playwright itself waits for the server of worker 0.
 */
import { fork, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { importCompiled, programOf } from '@slipway/server/compiled';

const { controlPort, root } = await importCompiled(join(import.meta.dirname, 'support/server.ts'));

// Build once, here: two servers that start at the same time must not both build. `npm test` has built before.
if (process.env.E2E_BUILT !== '1') {
  const build = spawnSync('npx', ['nx', 'run-many', '-t', 'build', '--outputStyle=static'], {
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false' },
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(`The app does not build: ${build.stdout}${build.stderr}`);
}

/** Worker number to its process, whether it is ready, and the link to its mailbox, which it prints. */
const servers = new Map();
/** Worker number to why its server has ended, until the worker has read it. */
const failures = new Map();
let isStopping = false;

const [program, ...programArguments] = programOf(join(import.meta.dirname, 'start.ts'));

function start(worker) {
  const child = fork(program, programArguments, {
    execArgv: ['--liftoff-only'], // as `compileOnce` in vitest.shared.ts
    env: { ...process.env, TEST_PARALLEL_INDEX: worker },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const server = { child, isReady: false, mails: '' };
  servers.set(worker, server);
  createInterface({ input: child.stdout }).on('line', (line) => {
    server.mails ||= /^ {2}Mails: (\S+)$/.exec(line)?.[1] ?? '';
  });
  let messages = '';
  child.stderr.on('data', (chunk) => {
    process.stderr.write(chunk);
    messages = `${messages}${chunk}`.slice(-2000);
  });
  child.on('message', () => (server.isReady = true));
  // Tests that use it fail, and the next worker process starts it again: the other workers continue.
  child.on('close', (code, signal) => {
    servers.delete(worker);
    if (isStopping && servers.size === 0) process.exit(0);
    if (isStopping) return;
    const failure = `The server of worker ${worker} ended with ${signal ?? `status ${code}`}: ${messages}`;
    console.error(failure);
    failures.set(worker, failure);
    // Playwright waits for this one.
    if (worker === '0' && !server.isReady) process.exit(code || 1);
  });
}

createServer((request, response) => {
  const worker = /^\/(\d)$/.exec(request.url ?? '')?.[1];
  if (worker === undefined) {
    response.writeHead(404).end();
    return;
  }
  const failure = failures.get(worker);
  if (failure) {
    failures.delete(worker);
    response.writeHead(500).end(failure);
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
