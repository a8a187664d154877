/** Checks of the environment's file, the project's data API, the gateway and the collector. */
import type { Environment } from '../environment/environment';
import { type Finding, finding, missing } from '../checks/finding';

/** Milliseconds. */
const TIMEOUT = 10_000;

type HostedBackend = Exclude<Environment['backend'], 'embedded'>;

const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) }).catch(() => undefined);

export const serviceFindings = (environment: Environment, backend: HostedBackend): Promise<Finding[]> =>
  Promise.all([
    finding('environment file', () => checkFile(environment, backend)),
    finding('data API', () => checkApi(backend)),
    finding('gateway', () => checkGateway(environment)),
    finding('collector', () => checkCollector(environment)),
  ]);

async function checkFile({ address }: Environment, { url, mfa }: HostedBackend): Promise<string> {
  const isLocal = (origin: string) => /^https?:\/\/(?:127\.0\.0\.1|localhost)(?::|$)/.test(origin);
  const wrong = [
    ...(address.startsWith('https://') || isLocal(address) ? [] : ['address: must start with https://']),
    ...(url === '/' || url.startsWith('https://') || isLocal(url)
      ? []
      : ['backend.url: must start with https://']),
    ...(mfa ? [] : ['backend.mfa: must be true, the project offers authenticator apps']),
  ];
  if (wrong.length > 0) missing(wrong.join('; '));
  return 'it has the address, the backend and its publishable key';
}

/** The key works, `public` is exposed, and `private` is not. */
async function checkApi({ url, publishableKey }: HostedBackend): Promise<string> {
  const call = (profile: string) =>
    ask(`${url}/rest/v1/rpc/schema_version`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json', 'content-profile': profile },
      body: '{}',
    });
  const open = await call('public');
  if (!open?.ok)
    missing(
      `${url} ${open ? `responds with status ${String(open.status)}` : 'cannot be reached'}: check backend.url, the publishable key and the migrations`,
    );
  const closed = await call('private');
  if (closed?.status !== 406)
    missing('the schema private is exposed: remove it under Project Settings, Data API, Exposed schemas');
  return `${url} has migration ${String(await open.json())}, and exposes only public`;
}

async function checkGateway({ address, hosting }: Environment): Promise<string> {
  const ready = hosting.upstream && (await ask(`${hosting.upstream}/readyz`));
  if (hosting.upstream && (!ready || !ready.ok))
    missing(
      `${hosting.upstream}/readyz ${ready ? `responds with status ${String(ready.status)}` : 'cannot be reached'}: start the gateway, or correct hosting.upstream`,
    );
  const response = await ask(`${address}/v1/models`);
  if (response?.status !== 401 || !response.headers.get('content-type')?.includes('json'))
    missing(
      `${address}/v1/models is not the gateway's: it ${response ? `responds with status ${String(response.status)}` : 'cannot be reached'} instead of 401. Run the gateway, and send /v1 of the app's address to it`,
    );
  return `${address}/v1 is the gateway's`;
}

async function checkCollector({ address, health, hosting }: Environment): Promise<string> {
  if (!health) return 'not used: the environment has no "health"';
  if (hosting.collector) {
    const ready = await ask(`${hosting.collector}/readyz`);
    if (!ready?.ok)
      missing(
        `${hosting.collector}/readyz ${ready ? `responds with status ${String(ready.status)}` : 'cannot be reached'}: start the collector, or correct hosting.collector`,
      );
  }
  const url = health.url ?? `${address}/health-events`;
  // No report: a collector rejects it, and anything else answers 404, 405 or a page.
  const response = await ask(new URL(url, address).href, { method: 'POST', body: 'x' });
  if (response?.status !== 400)
    missing(
      `${url} is not the collector's: it ${response ? `responds with status ${String(response.status)}` : 'cannot be reached'} instead of 400. Send it to the collector`,
    );
  return `${url} is the collector's`;
}
