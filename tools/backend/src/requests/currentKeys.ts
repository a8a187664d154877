/**
 * Accepts the previous keys that still work after a rotation, by exchanging them for the current ones before any check and
 * limit: publishable and secret keys, and access tokens, which are signed again with their claims unchanged. A key that
 * was dropped is like any unknown one. Hosted Supabase has the same overlap (docs/hosted-supabase.md).
 */
import { compactVerify, CompactSign, decodeProtectedHeader } from 'jose';
import { keyIdOf } from '../accounts/secrets';
import type { Keys } from '../settings/keys';
import { previousOf } from '../settings/previousKeys';

const bytesOf = (key: string) => new TextEncoder().encode(key);

function idOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined; // the check of tokens rejects it
  }
}

/** `text` signed by the current key, if a previous key signed it. Tokens from before key ids have none. */
async function currentToken(text: string, keys: Keys): Promise<string | undefined> {
  const id = idOf(text);
  for (const key of previousOf(keys, 'jwt')) {
    if (id !== undefined && id !== keyIdOf(key)) continue;
    const verified = await compactVerify(text, bytesOf(key), { algorithms: ['HS256'] }).catch(
      () => undefined,
    );
    if (!verified) continue;
    return new CompactSign(verified.payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: keyIdOf(keys.jwtSecret) })
      .sign(bytesOf(keys.jwtSecret));
  }
  return undefined;
}

/** The current key or token for a previous one, or undefined. */
async function exchanged(text: string, keys: Keys): Promise<string | undefined> {
  if (previousOf(keys, 'publishable').includes(text)) return keys.publishable;
  if (previousOf(keys, 'secret').includes(text)) return keys.secret;
  return text.split('.').length === 3 ? currentToken(text, keys) : undefined;
}

/** Replaces the keys in the headers of a request. */
export async function useCurrentKeys({ headers }: Request, keys: Keys): Promise<void> {
  if (keys.previous.length === 0) return;
  const key = await exchanged(headers.get('apikey') ?? '', keys);
  if (key !== undefined) headers.set('apikey', key);
  const [, token = ''] = /^bearer\s+(.*)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const bearer = await exchanged(token.trim(), keys);
  if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
}
