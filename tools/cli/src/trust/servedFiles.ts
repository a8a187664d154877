/** Verifies files before a server sends them: compressed copies, and files of releases in the public area of an environment. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { Release } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import { fileOfDelta } from '../store/delta';
import { encodings, isCompressedCopy } from '../store/objectHeaders';
import { REST, restPath, revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { frameName, isFrame, optionsIn, renderFrame } from '../composition/frame';
import { untrusted } from './document';
import { sha256 } from './keys';
import type { Trust } from './open';
import { verifiedDelta } from './servedDeltas';
import { isSignedFile, verifySignedFile } from './signedFiles';
import { verifiedRelease } from './signedRelease';
import { verifyFile, verifyStatement } from './statements';
import { verifiedOnce } from './verifiedOnce';

/** Bytes. A compressed copy that contains more is rejected instead of filling the memory. */
const LARGEST_FILE = 64 * 1024 * 1024;

const decompress = {
  [encodings.br]: promisify(brotliDecompress),
  [encodings.gzip]: promisify(gunzip),
} as const;

/** A file, or what its compressed copy contains, with the key of the file. @throws `slice_untrusted` */
export async function decompressed(key: string, bytes: Buffer): Promise<{ key: string; bytes: Buffer }> {
  if (!isCompressedCopy(key)) return { key, bytes };
  const ending = Object.values(encodings).find((one) => key.endsWith(one)) ?? encodings.br;
  try {
    const plain = await decompress[ending](bytes, { maxOutputLength: LARGEST_FILE });
    return { key: key.slice(0, -ending.length), bytes: plain };
  } catch (cause) {
    throw untrusted(`${key} is not a compressed copy of its file: it was altered. Remove it`, { cause });
  }
}

/** The environment, the slice, the version and the path. */
const address = /^environments\/[^/]+\/public\/slices\/([^/]+)\/([^/]+)\/(.+)$/;
const DESCRIPTION = 'release.json';

/** The environment and the revision of a composition in the public area. */
const rest = new RegExp(`^environments/([^/]+)/public/slices/${REST}/(\\d+)/`);

/** The composition of a signed revision; an earlier one for pages that are still open. @throws `slice_untrusted` */
async function verifyRest(trust: Trust, key: string, bytes: Buffer): Promise<boolean> {
  const [, environment, number] = rest.exec(key) ?? [];
  if (environment === undefined) return false;
  const revision = Number(number);
  const { store, chain } = trust;
  const statement = await verifiedOnce(trust, `statement ${environment} ${String(revision)}`, () =>
    verifyStatement(store, chain, environment, revision),
  );
  verifyFile(statement, `${revisionBase(environment, revision)}composition.json`, bytes);
  if (key.endsWith(restPath(revision, sha256(bytes)))) return true;
  throw untrusted(`${key} is no file of a revision: it was added. Remove it`);
}

/** A frame must equal the frame that its release renders to, under its name. @throws `slice_untrusted` */
async function verifyFrame(
  store: Store,
  release: Release,
  { key, bytes }: { key: string; bytes: Buffer },
): Promise<void> {
  const options = optionsIn(bytes.toString());
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  if (release.kind === 'slice' && release.isolation && options) {
    const rendered = await renderFrame(release, options, (path) => store.get(folder + path)).catch(
      () => undefined,
    );
    if (rendered?.equals(bytes) && key === folder + frameName(release, options)) return;
  }
  throw untrusted(`${key} is not the document of its release: it was added. Remove it, then deploy again`);
}

/**
 * Reads files of public areas: those of releases that their teams signed, with the hashes that the releases list. Open
 * pages still use releases of earlier revisions, so the release need not be part of the current one.
 */
export function releaseFiles(store: Store): (trust: Trust, key: string) => Promise<Buffer | undefined> {
  /** Key to the SHA-256 of bytes that were verified. */
  const verified = new Map<string, string>();

  /** @throws `slice_untrusted` */
  const read = async (trust: Trust, key: string): Promise<Buffer | undefined> => {
    const bytes = await store.get(key);
    if (!bytes) return undefined;
    const digest = sha256(bytes);
    if (verified.get(key) === digest) return bytes;
    if (fileOfDelta(key) !== undefined) {
      const delta = await verifiedDelta(store, key, (file) => read(trust, file));
      if (delta) verified.set(key, sha256(delta));
      return delta;
    }
    const plain = await decompressed(key, bytes);
    if (await verifyRest(trust, plain.key, plain.bytes)) {
      verified.set(key, digest);
      return bytes;
    }
    const [, id, version, path] = address.exec(plain.key) ?? [];
    if (id === undefined || version === undefined || path === undefined)
      throw untrusted(`${key} is no file of a release: it was added. Remove it`);
    const { release, description } = await verifiedRelease(trust, { id, version });
    if (isSignedFile(path)) {
      verifySignedFile(trust.chain, { id, version, description }, plain);
      verified.set(key, digest);
      return bytes;
    }
    if (isFrame(path)) {
      await verifyFrame(store, release, plain);
      verified.set(key, digest);
      return bytes;
    }
    const expected = path === DESCRIPTION ? integrityOf(description) : release.files[path]?.integrity;
    if (expected === undefined)
      throw untrusted(`${key} is not listed by ${id} ${version.slice(0, 8)}: it was added. Remove it`);
    if (integrityOf(plain.bytes) !== expected)
      throw untrusted(
        `${key} differs from the hash that ${id} ${version.slice(0, 8)} lists: it was altered. Remove it, then deploy ${id} again`,
      );
    verified.set(key, digest);
    return bytes;
  };
  return read;
}
