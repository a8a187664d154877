/** Checks that the backend has the newest migration that a slice needs. Source: the public function `schema_version`. */
import type { Backend, SliceRelease } from '@slipway/contracts';

/** Milliseconds. A local server that starts beside others on a busy machine needs several seconds. */
const TIMEOUT = 30_000;

/** The backend's newest migration (14 digits), or why it could not be read within `timeout` milliseconds. */
export async function schemaVersion(
  url: string,
  key: string,
  timeout: number,
): Promise<{ version: string } | { failure: string; advice?: string }> {
  try {
    const response = await fetch(`${url}/rest/v1/rpc/schema_version`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(timeout),
    });
    if (response.status === 401)
      return {
        failure: 'rejects the publishable key (status 401)',
        advice: 'correct "backend.publishableKey"',
      };
    if (!response.ok) return { failure: `responded with status ${String(response.status)}` };
    return { version: String(await response.json()) };
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    return { failure: `cannot be reached (${cause?.code ?? message})` };
  }
}

/** `address` is the app's, for a backend on its origin. Sends no request when no slice needs a migration. */
export async function migrationFailures(
  slices: readonly SliceRelease[],
  backend: Backend,
  address: string,
): Promise<string[]> {
  const needs = slices.filter(({ migration }) => migration !== null);
  if (needs.length === 0) return [];
  const url = backend.url === '/' ? address : backend.url;
  const result = await schemaVersion(url, backend.key, TIMEOUT);
  if ('failure' in result) {
    return [
      `The backend ${url} ${result.failure}, so the migrations for ${needs.map(({ id }) => id).join(', ')} cannot be checked: ${result.advice ?? 'start it (npm start, if it is embedded), or correct "backend"'}`,
    ];
  }
  return needs
    .filter(({ migration }) => (migration ?? '') > result.version)
    .map(
      ({ id, migration }) =>
        `${id} needs migration ${migration ?? ''}, and the backend ${url} has ${result.version}: migrate it first`,
    );
}
