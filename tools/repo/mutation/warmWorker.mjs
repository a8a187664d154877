/**
 * A Vitest plugin for mutation testing: all runs use one thread for each environment (Node, jsdom), and `freshModules.mjs`
 * loads the project's modules again for each run. To start a thread, its DOM and its packages takes ten times as long as the
 * tests that notice a mutant. Stryker ends the whole process after a timeout.
 */
import { EventEmitter } from 'node:events';
import { ThreadsPoolWorker } from 'vitest/node';

const NAME = 'warm-thread';
const response = (type) => ({ type, __vitest_worker_response__: true });

/** By the name of the environment, which a thread sets up once: a file can ask for another one than its project's. */
const threads = new Map();

async function startThread(options) {
  const worker = new ThreadsPoolWorker(options);
  await worker.start();
  worker.thread.unref();
  return { worker, isReady: false };
}

/** Makes a worker that looks new to Vitest. */
function createPoolWorker(options) {
  const events = new EventEmitter();
  let thread;
  let config;
  const forward = (name) => (value) => events.emit(name, value);
  const forwards = new Map(['message', 'error', 'exit'].map((name) => [name, forward(name)]));
  return {
    name: NAME,
    on: (name, listener) => events.on(name, listener),
    off: (name, listener) => events.off(name, listener),
    deserialize: (data) => data,
    async start() {
      const { name: environment } = options.environment;
      if (!threads.has(environment)) threads.set(environment, await startThread(options));
      thread = threads.get(environment);
      for (const [name, listener] of forwards) thread.worker.on(name, listener);
    },
    send(message) {
      if (message.type === 'start') {
        // It contains the names of the tests to run.
        config = message.context.config;
        if (thread.isReady) return void setImmediate(() => events.emit('message', response('started')));
        thread.isReady = true;
      }
      if (message.type === 'stop')
        return void setImmediate(() => events.emit('message', response('stopped')));
      const isRun = message.type === 'run';
      thread.worker.send(isRun ? { ...message, context: { ...message.context, config } } : message);
    },
    async stop() {
      for (const [name, listener] of forwards) thread.worker.off(name, listener);
    },
  };
}

export const warmWorker = {
  name: 'warm-worker',
  configureVitest({ project }) {
    project.config.pool = NAME;
    project.config.poolRunner = { name: NAME, createPoolWorker };
  },
};
