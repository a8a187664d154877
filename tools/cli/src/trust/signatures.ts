/** Signatures that are added to a document after it was written, such as the second one of a threshold: one key each. */
import { Metadata, Signature, type Targets } from '@tufjs/models';
import * as v from 'valibot';
import type { Store } from '../store/store';
import { roleOf, type TrustChain, verifyDelegated } from './chain';
import { isSignedBy, signersOf } from './document';
import { publicKey, shortKey } from './keys';
import { signaturesFolder } from './paths';

const schema = v.object({ keyid: v.string(), sig: v.string() });

/** Whether its own signatures suffice. */
export function hasEnough(
  chain: Pick<TrustChain, 'targets'>,
  path: string,
  document: Metadata<Targets>,
): boolean {
  const role = roleOf(chain, path);
  return role !== undefined && signersOf(chain.targets, role, document).length >= role.threshold;
}

/**
 * Verifies a document under `key` by the role that `path` is delegated to. Reads added signatures only when its own do
 * not suffice. Returns the ids of the keys that signed. @throws `slice_untrusted`
 */
export async function verifyStored(
  store: Store,
  chain: Pick<TrustChain, 'targets'>,
  { key, path, document }: { key: string; path: string; document: Metadata<Targets> },
  text: { what: string; advice: string },
): Promise<string[]> {
  const all = hasEnough(chain, path, document) ? document : await withAdded(store, key, document);
  return verifyDelegated(chain, path, all, text);
}

/** Undefined for damaged JSON: a signature that cannot be read is none. */
function json(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

export async function withAdded(
  store: Store,
  key: string,
  document: Metadata<Targets>,
): Promise<Metadata<Targets>> {
  const folder = signaturesFolder(key);
  const added = await Promise.all(
    (await store.list(folder)).map(async (name) => {
      const parsed = v.safeParse(schema, json((await store.get(`${folder}/${name}`))?.toString()));
      return parsed.success ? [parsed.output] : [];
    }),
  );
  const signatures = { ...document.signatures };
  for (const { keyid, sig } of added.flat()) signatures[keyid] ??= new Signature({ keyID: keyid, sig });
  return new Metadata(document.signed, signatures);
}

export async function addSignatures(
  store: Store,
  key: string,
  signatures: readonly Signature[],
): Promise<void> {
  for (const signature of signatures) {
    await store.create(
      `${signaturesFolder(key)}/${shortKey(signature.keyID)}.json`,
      Buffer.from(JSON.stringify(signature.toJSON())),
    );
  }
}

/** Everyone who was ever registered counts, revoked keys too: they did make the revisions of their time. */
export function signersEver({ names }: Pick<TrustChain, 'names'>, document: Metadata<Targets>): string[] {
  return Object.entries(names.keys).flatMap(([keyId, owner]) => {
    try {
      return isSignedBy(publicKey(owner.public), document) ? [keyId] : [];
    } catch {
      return []; // not a public key
    }
  });
}
