/** Who owns which key: kept in the store, never served, and covered by the signature of the targets. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { parseDocument } from '@slipway/contracts';

const entry = v.object({
  name: v.string(),
  public: v.string(),
  /** A key that one machine made for its own store: the author of a change is what that machine noted. */
  isOwn: v.optional(v.boolean()),
});

const schema = v.object({
  /** Random: the hash of this file is public, and must not confirm a guess at its names. */
  salt: v.string(),
  /** Owners by key id. Revoked keys stay, so that the history keeps its authors. */
  keys: v.record(v.string(), entry),
});

export type Names = v.InferOutput<typeof schema>;
export type KeyOwner = v.InferOutput<typeof entry>;

/** @throws `invalid_input` */
export const parseNames = (bytes: Uint8Array, what: string): Names =>
  parseDocument(schema, JSON.parse(Buffer.from(bytes).toString()), what);

export const noNames = (): Names => ({ salt: randomUUID(), keys: {} });
