/**
 * A Vitest plugin for mutation testing: all runs use one thread, and `freshModules.mjs` loads the project's modules again
 * for each. To start a thread, its DOM and its packages takes ten times as long as the tests that notice a mutant. Stryker
 * ends the whole process after a timeout.
 */
import { EventEmitter } from 'node:events';
import { ThreadsPoolWorker } from 'vitest/node';

const NAME = 'warm-thread';
const response = (type) => ({ type, __vitest_worker_response__: true });

/** @type {ThreadsPoolWorker | undefined} */
let thread;
let isReady = false;

/** Makes a worker that looks new to Vitest. */
function createPoolWorker(options) {
  const events = new EventEmitter();
  let config;
  const forward = (name) => (value) => events.emit(name, value);
  const forwards = new Map(['message', 'error', 'exit'].map((name) => [name, forward(name)]));
  return {
    name: NAME,
    on: (name, listener) => events.on(name, listener),
    off: (name, listener) => events.off(name, listener),
    deserialize: (data) => data,
    async start() {
      if (!thread) {
        thread = new ThreadsPoolWorker(options);
        await thread.start();
        thread.thread.unref();
      }
      for (const [name, listener] of forwards) thread.on(name, listener);
    },
    send(message) {
      if (message.type === 'start') {
        // It contains the names of the tests to run.
        config = message.context.config;
        if (isReady) return void setImmediate(() => events.emit('message', response('started')));
        isReady = true;
      }
      if (message.type === 'stop')
        return void setImmediate(() => events.emit('message', response('stopped')));
      thread.send(message.type === 'run' ? { ...message, context: { ...message.context, config } } : message);
    },
    async stop() {
      for (const [name, listener] of forwards) thread.off(name, listener);
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
