/**
 * PGlite in a worker thread, as seen from the main thread: one statement at a time, each with a limit. A thread that
 * exceeds it, or that ends, is replaced by one that opens the same folder again (decision 026). A write was handed to
 * the operating system before its response, so ending the thread loses no acknowledged one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Response, Result, StatementError } from './messages';

/** The error of a statement that the watchdog ended: PostgreSQL's for `statement_timeout`. */
const TIMED_OUT = { code: '57014', message: 'canceling statement due to statement timeout' };
/** The error of a statement whose transaction ended with its thread. */
const RESTARTED = { code: '57P01', message: 'terminating connection: the database restarts' };
/** The error of a statement during or after the end of the database. */
const CLOSED = { code: '57P01', message: 'terminating connection: the database is closed' };
/** The error of a statement that found no running thread. */
const STARTING = { code: '57P03', message: 'the database is starting up' };

/** Milliseconds. */
const LONGEST_START = 10_000;
const CLOSING = 10_000;
const SLOWEST_RETRY = 5_000;

export const databaseError = (fields: StatementError): Error =>
  Object.assign(new Error(fields.message), fields);

interface Pending {
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
  timer?: NodeJS.Timeout | undefined;
}

interface Thread {
  worker: Worker;
  pending: Map<number, Pending>;
  closed: Promise<void>;
  /** Its transactions ended with it, whether the next thread runs already or not. */
  hasEnded: boolean;
}

/** A statement's place: within the thread that its transaction began in. */
export interface Session {
  thread?: { readonly hasEnded: boolean };
}

export class EmbeddedPostgres {
  readonly #folder: string;
  readonly #log: (line: string) => void;
  #thread: Promise<Thread>;
  #isClosing = false;
  #lastId = 0;

  constructor(folder: string, log: (line: string) => void) {
    this.#folder = folder;
    this.#log = log;
    this.#thread = this.#start();
    this.#thread.catch(() => undefined); // `opened` reports it
  }

  /** @throws when the folder cannot be opened */
  async opened(): Promise<void> {
    await this.#thread;
  }

  /** Runs one statement, or with undefined `parameters` several. `limit` is in milliseconds. @throws database errors */
  async run(session: Session, sql: string, parameters?: unknown[], limit?: number): Promise<Result> {
    const { thread: began } = session;
    const thread = began?.hasEnded ? undefined : await this.#ready(limit !== undefined);
    if (this.#isClosing || !thread || (began && began !== thread)) {
      // Outside of the request's transaction, the statement would run as the server.
      if (sql === 'rollback') return { rows: [] };
      throw databaseError(this.#isClosing ? CLOSED : RESTARTED);
    }
    session.thread = thread;
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const id = this.#lastId;
      const pending: Pending = { resolve, reject };
      if (limit !== undefined) {
        pending.timer = setTimeout(() => {
          thread.pending.delete(id);
          this.#log(`A statement took longer than ${String(limit / 1000)} s: the database restarts`);
          void this.#replace(thread);
          reject(databaseError(TIMED_OUT));
        }, limit);
      }
      thread.pending.set(id, pending);
      thread.worker.ref(); // the process waits for the response
      thread.worker.postMessage({ id, sql, parameters });
    });
  }

  /** Statements that run are ended after a while; they and later ones fail. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const thread = await this.#thread.catch(() => undefined);
    if (!thread) return;
    thread.worker.ref();
    thread.worker.postMessage('close');
    await Promise.race([thread.closed, sleep(CLOSING, undefined, { ref: false })]);
    await thread.worker.terminate();
  }

  /** The current thread. A request does not wait for its start for long. */
  async #ready(isRequest: boolean): Promise<Thread> {
    if (!isRequest) return this.#thread;
    const late = new AbortController();
    try {
      return await Promise.race([
        this.#thread,
        sleep(LONGEST_START, undefined, { signal: late.signal, ref: false }).then(() => {
          throw databaseError(STARTING);
        }),
      ]);
    } finally {
      late.abort();
    }
  }

  #start(): Promise<Thread> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./boot.mjs', import.meta.url), {
        workerData: { folder: this.#folder },
        execArgv: [],
        stdout: true, // the library prints when it ends
        stderr: true,
      });
      let markClosed: () => void = () => undefined;
      const closed = new Promise<void>((done) => {
        markClosed = done;
      });
      const thread: Thread = { worker, pending: new Map(), closed, hasEnded: false };
      worker.on('message', (message: Response) => {
        if (message === 'ready') {
          worker.unref();
          resolve(thread);
        } else if (message === 'closed') markClosed();
        else this.#settle(thread, message);
      });
      let problem: unknown;
      worker.on('error', (error) => {
        problem = error;
      });
      worker.on('exit', () => {
        reject(problem instanceof Error ? problem : new Error('The thread of the database ended'));
        markClosed();
        if (this.#isClosing) this.#end(thread, CLOSED);
        void this.#replace(thread);
      });
    });
  }

  #settle(thread: Thread, { id, result, error }: Exclude<Response, string>): void {
    const pending = thread.pending.get(id);
    thread.pending.delete(id);
    if (thread.pending.size === 0) thread.worker.unref();
    clearTimeout(pending?.timer);
    if (result) pending?.resolve(result);
    else if (error) pending?.reject(databaseError(error));
    // PGlite survives neither, and then returns empty results without an error.
    if (error?.severity === 'PANIC' || error?.severity === 'FATAL') {
      this.#log(`The database ended: ${error.message}`);
      void this.#replace(thread);
    }
  }

  /** Ends a thread, once, and starts the next. */
  async #replace(thread: Thread): Promise<void> {
    thread.hasEnded = true;
    if (this.#isClosing || (await this.#thread.catch(() => thread)) !== thread) return;
    this.#thread = this.#restart(thread);
    this.#thread.catch(() => undefined);
  }

  /** Rejects the pending statements of a thread that has ended. */
  #end({ pending }: Thread, error: StatementError): void {
    for (const { timer, reject } of pending.values()) {
      clearTimeout(timer);
      reject(databaseError(error));
    }
    pending.clear();
  }

  async #restart(thread: Thread): Promise<Thread> {
    await thread.worker.terminate();
    this.#end(thread, RESTARTED);
    for (let wait = 250; ; wait = Math.min(wait * 2, SLOWEST_RETRY)) {
      try {
        return await this.#start();
      } catch (error) {
        if (this.#isClosing) throw error;
        this.#log(`The database could not be opened and will be retried: ${String(error)}`);
        await sleep(wait, undefined, { ref: false });
      }
    }
  }
}
