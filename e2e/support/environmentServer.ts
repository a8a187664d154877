/**
 * Serves a second environment straight from its store, as a host that reads a bucket does, with the backend of the server
 * under test.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { findWorkspace, folderStore, securityHeaders, verifyingStore } from '@slipway/cli';
import { composedApp } from '@slipway/local/composed-app';
import { origin as backend, home, root, store } from './server';

export interface EnvironmentServer {
  origin: string;
  /** The paths of all requests, in order. */
  requests: readonly string[];
  /** Scripts that are served instead, by path. */
  replaced: Map<string, string>;
  close(): Promise<void>;
}

function forward(message: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(backend);
  const headers = { ...message.headers, host: new URL(backend).host };
  const onward = request({ hostname, port, path: message.url, method: message.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.writeHead(502).end());
  message.pipe(onward);
}

/** `origin` is the address that browsers use: of the app, or of the frames of sandboxed slices. */
export async function serveEnvironment(
  name: string,
  port: number,
  origin = `http://127.0.0.1:${String(port)}`,
): Promise<EnvironmentServer> {
  const verified = verifyingStore(folderStore(store), {
    trust: findWorkspace(root, { SLIPWAY_HOME: home }).trust,
    environment: () => ({ name, root: undefined }),
    warn: (message) => {
      console.error(message);
    },
  });
  const app = composedApp(verified, () => name);
  const defaults = securityHeaders({ backend: '/', isSecure: false, allowOverrides: false });

  const requests: string[] = [];
  const replaced = new Map<string, string>();

  const server = createServer((message, response) => {
    const path = message.url ?? '/';
    requests.push(path);
    const script = replaced.get(path);
    if (script !== undefined) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(script);
      return;
    }
    if (/^\/(?:rest|auth)\//.test(path)) {
      forward(message, response);
      return;
    }
    const headers = Object.entries(message.headers).map(([key, value]): [string, string] => [
      key,
      String(value),
    ]);
    app(new Request(origin + path, { headers }))
      .then(async (answer) => {
        response.writeHead(answer.status, { ...defaults, ...Object.fromEntries(answer.headers) });
        response.end(Buffer.from(await answer.arrayBuffer()));
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin,
    requests,
    replaced,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
