/**
 * Callers of the benchmark, of two kinds. `sockets`: HTTP/1.1 on a kept connection each, written by hand, because a call by
 * `fetch` takes several times the CPU time of the route that it measures. `fetch`: what a program would use.
 */
import { connect } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  calls: number;
}

export type CallerKind = 'sockets' | 'fetch';

const BODY = '{"message":"What is up?"}';

interface Caller {
  /** Resolves when the complete response has arrived. @throws when its status is not 200 */
  call(): Promise<void>;
  close(): void;
}

async function openSocket(url: string, key: string): Promise<Caller> {
  const { hostname, port, host, pathname } = new URL(url);
  const request = Buffer.from(
    `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${String(BODY.length)}\r\n\r\n${BODY}`,
  );
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received: Buffer = Buffer.alloc(0);
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const fail = (error: Error) => {
    settle?.reject(error);
    settle = undefined;
  };
  socket.on('error', fail).on('close', () => {
    fail(new Error(`${url} closed the connection`));
  });
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) {
      fail(new Error(`${url} responded ${head.split('\r\n')[0] ?? ''}`));
      return;
    }
    if (received.length < end + 4 + Number(length)) return;
    received = Buffer.alloc(0);
    const done = settle;
    settle = undefined;
    done?.resolve();
  });
  return {
    call: () =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

async function callByFetch(url: string, key: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: BODY,
  });
  await response.text();
  if (response.status !== 200) throw new Error(`${url} responded ${String(response.status)}`);
}

const open = (kind: CallerKind, url: string, key: string): Promise<Caller> =>
  kind === 'sockets'
    ? openSocket(url, key)
    : Promise.resolve({ call: () => callByFetch(url, key), close: () => undefined });

export interface LoadOptions {
  kind: CallerKind;
  keys: readonly string[];
  seconds: number;
  /** Milliseconds between the starts of a caller's calls, at least. */
  interval: number;
}

/** One caller for each key, in parallel. Each starts its next call when the last one ends. */
export async function load(url: string, { kind, keys, seconds, interval }: LoadOptions): Promise<Load> {
  const microseconds = createHistogram();
  const callers = await Promise.all(keys.map((key) => open(kind, url, key)));
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    callers.map(async (caller, number) => {
      // One after the other, not all at once.
      if (interval > 0) await sleep((interval * number) / callers.length);
      while (performance.now() < end) {
        const start = performance.now();
        await caller.call();
        const took = performance.now() - start;
        microseconds.record(Math.max(1, Math.round(took * 1000)));
        if (interval > took) await sleep(interval - took);
      }
    }),
  );
  const took = performance.now() - began;
  for (const caller of callers) caller.close();
  return {
    perSecond: (microseconds.count / took) * 1000,
    p50: microseconds.percentile(50) / 1000,
    p99: microseconds.percentile(99) / 1000,
    calls: microseconds.count,
  };
}
