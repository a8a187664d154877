/**
 * Uploaded pictures of users and icons of agents.
 * Source: `/v1/pictures` on the app's own origin, and the function `remove_picture`.
 */
import { AppError, type ErrorCode } from '@slipway/contracts';
import { supabase } from './client';
import { unwrap } from './unwrap';

const PATH = '/v1/pictures';

/** The address of a picture; undefined for none. */
export const pictureUrl = (hash: string | null | undefined): string | undefined =>
  hash == null ? undefined : `${PATH}/${hash}.webp`;

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  404: 'not_found',
  429: 'rate_limited',
};

/**
 * Shows a square picture as the user's, or as the icon of one of their agents. Returns its hash. `token` is the user's
 * access token.
 * @throws `invalid_input`, `not_found`, `rate_limited`, `unauthenticated`, `unavailable`
 */
export async function savePicture(
  picture: Blob,
  token: string | undefined,
  agentId?: string,
): Promise<string> {
  const response = await fetch(agentId === undefined ? PATH : `${PATH}?agent=${agentId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? ''}` },
    body: picture,
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', 'The server is unreachable', { cause });
  });
  if (response.ok) return ((await response.json()) as { hash: string }).hash;
  const code = codes[response.status] ?? (response.status < 500 ? 'invalid_input' : 'unavailable');
  throw new AppError(code, `The picture was not saved: ${String(response.status)}`);
}

/** Shows the generated picture again. Returns false if the user has no such agent. @throws `unauthenticated`, `unavailable` */
export async function removePicture(agentId?: string): Promise<boolean> {
  return unwrap(supabase().rpc('remove_picture', agentId === undefined ? {} : { agent: agentId }));
}
