/** A TCP proxy that a test can disconnect, reconnect and silence, to simulate network failures. */
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface Wire {
  origin: string;
  /** Closes every connection and accepts no new one. */
  cut(): Promise<void>;
  join(): Promise<void>;
  /** The present connections stay open and pass nothing on, as after a failover. New ones work. */
  silence(): void;
}

/** A proxy to a local port. */
export async function startWire(to: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one));
      one.pipe(other);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) =>
      server.listen(port, '127.0.0.1', () => {
        resolve();
      }),
    );
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
    join: () => listen(port),
    silence() {
      for (const socket of sockets) socket.unpipe().resume();
    },
  };
}
