/** Whether the backend has the newest migration that a slice needs. Source: the public function `schema_version`. */
import type { Backend, SliceRelease } from '@slipway/contracts';

/** Milliseconds. */
const PATIENCE = 5_000;

/** The newest migration the backend has (14 digits), or why it did not say. */
async function schemaVersion(url: string, key: string): Promise<{ version: string } | { problem: string }> {
  try {
    const answer = await fetch(`${url}/rest/v1/rpc/schema_version`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!answer.ok) return { problem: `answered ${String(answer.status)}` };
    return { version: String(await answer.json()) };
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    return { problem: `cannot be reached (${cause?.code ?? message})` };
  }
}

/** `address` is where the app is, for a backend on its own origin. Nobody is asked when no slice needs anything. */
export async function migrationProblems(
  slices: readonly SliceRelease[],
  backend: Backend,
  address: string,
): Promise<string[]> {
  const needs = slices.filter(({ migration }) => migration !== null);
  if (needs.length === 0) return [];
  const url = backend.url === '/' ? address : backend.url;
  const answer = await schemaVersion(url, backend.key);
  if ('problem' in answer) {
    return [
      `The backend ${url} ${answer.problem}, and ${needs.map(({ id }) => id).join(', ')} must know its migrations: start it, or correct "backend"`,
    ];
  }
  return needs
    .filter(({ migration }) => (migration ?? '') > answer.version)
    .map(
      ({ id, migration }) =>
        `${id} needs migration ${migration ?? ''}, the backend ${url} has ${answer.version}: migrate it first`,
    );
}
