/** The collector inside the local server: receives reports of its pages, and serves the records. */
import {
  type Collector,
  createCollector,
  createHealthReader,
  createKnownReleases,
  databaseHealthSource,
  type HealthDatabase,
  type ReadComposition,
} from '@slipway/health';

export interface LocalHealth {
  /** Starts to collect. */
  attach(database: HealthDatabase): void;
  receive(request: Request, address: string): Promise<Response>;
  read(request: Request): Promise<Response>;
  close(): Promise<void>;
}

interface LocalHealthOptions {
  /** The environment of a page's address. */
  environmentOf: (address: URL) => string;
  /** The key of readers. Called after the backend has started, so that a server that cannot start writes no key. */
  key: () => string;
  /** Reports per minute from one address. */
  limit?: number | undefined;
  /** Milliseconds between two writes of the reports. */
  interval?: number;
  read: ReadComposition;
  log: (message: string) => void;
}

const starting = () =>
  Promise.resolve(
    new Response(null, { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } }),
  );

export function createLocalHealth({
  environmentOf,
  key,
  limit,
  interval,
  read,
  log,
}: LocalHealthOptions): LocalHealth {
  let collector: Collector | undefined;
  let reader: ((request: Request) => Promise<Response>) | undefined;
  return {
    attach(database) {
      collector = createCollector({
        database,
        known: createKnownReleases(read),
        log,
        ...(limit && { limit }),
        ...(interval && { interval }),
      });
      reader = createHealthReader(databaseHealthSource(database), key());
    },
    receive: (request, address) =>
      collector?.receive(request, { address }, environmentOf(new URL(request.url))) ?? starting(),
    read: (request) => reader?.(request) ?? starting(),
    close: () => collector?.close() ?? Promise.resolve(),
  };
}
