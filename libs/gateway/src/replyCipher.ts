/**
 * Encrypts the stored reply of a call, AES-256-GCM, with a key derived from the caller's API key. The database has only
 * the hash of that key and an encrypted copy, so a reply can be read only by its caller, in a repeated call.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Reply } from './modelRun';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Characters; the database has the same limit. */
const LONGEST = 400_000;

const replySchema = v.object({
  text: v.string(),
  tokens: v.object({ input: v.number(), output: v.number(), isEstimate: v.boolean() }),
  finishReason: v.string(),
  toolCalls: v.optional(
    v.array(
      v.object({
        id: v.string(),
        type: v.literal('function'),
        function: v.object({ name: v.string(), arguments: v.string() }),
      }),
    ),
  ),
  approval: v.optional(
    v.object({
      token: v.string(),
      expires_at: v.string(),
      calls: v.array(
        v.object({
          ...{ id: v.string(), name: v.string(), server: v.string() },
          ...{ arguments: v.string(), arguments_hash: v.string() },
        }),
      ),
    }),
  ),
});

const keyOf = (apiKey: string, callId: string) =>
  Buffer.from(hkdfSync('sha256', apiKey, callId, 'slipway call answer', 32));

/** Base64; undefined for a reply that is too long to store. */
export function sealReply(reply: Reply, apiKey: string, callId: string): string | undefined {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(apiKey, callId), iv);
  const { text, tokens, finishReason, toolCalls, approval } = reply;
  const sealed = Buffer.concat([
    iv,
    cipher.update(JSON.stringify({ text, tokens, finishReason, toolCalls, approval }), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64');
  return sealed.length > LONGEST ? undefined : sealed;
}

/** Undefined when another API key of the deployment sealed it. */
export function openReply(sealed: string, apiKey: string, callId: string): Reply | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const end = bytes.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(apiKey, callId), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(end));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, end)), decipher.final()]);
    return v.parse(replySchema, JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}
