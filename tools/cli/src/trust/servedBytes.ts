/** Everything that an origin serves for a signed revision, and whether its responses have exactly those bytes. */
import pLimit from 'p-limit';
import type { Composition, Release } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import { releasePath as releaseAddress, restPath, revisionBase } from '../store/keys';
import { sha256 } from './keys';
import { siteFileTypes } from '../composition/siteFiles';
import { WORKER } from '../composition/worker';
import type { Statement } from './statements';

/** Parallel requests. */
const CONCURRENCY = 6;
/** Milliseconds. */
const TIMEOUT = 20_000;
/** A host stores compressed copies, and any of them may be altered. `fetch` decodes them. */
const ENCODINGS = ['identity', 'gzip', 'br'] as const;

export interface Served {
  status: number;
  /** Decoded, but for a delta. */
  bytes: Buffer;
  /** `Content-Encoding`. */
  encoding: string | null;
}

export type Get = (
  path: string,
  encoding?: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<Served>;

export const getFrom =
  (address: string): Get =>
  async (path, encoding = 'identity', headers = {}) => {
    const response = await fetch(address + path, {
      headers: { 'accept-encoding': encoding, 'cache-control': 'no-cache', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return {
      status: response.status,
      bytes: Buffer.from(await response.arrayBuffer()),
      encoding: response.headers.get('content-encoding'),
    };
  };

/** The address of a document: `a/b.html` is `/a/b`. `/404` is no page, so it gets the not-found document. */
export const addressOf = (name: string) =>
  name === 'index.html' ? '/' : name === '404.html' ? '/404' : `/${name.replace(/\.html$/, '')}`;

export interface Expected {
  path: string;
  status: number;
  /** Whether these are the right bytes. */
  isRight: (bytes: Buffer) => boolean;
  encodings: readonly string[];
}

/** Everything that the statement and the releases say is served. */
export function expectedResponses(
  statement: Statement,
  composition: Composition,
  releases: readonly Release[],
): Expected[] {
  const base = revisionBase(composition.environment, composition.revision);
  const { targets } = statement.document.signed;
  const composed = targets[`${base}composition.json`]?.hashes['sha256'] ?? '';
  // A shell without `links` never asks for it.
  const rest = releases.some((release) => release.kind === 'shell' && release.links)
    ? [
        {
          path: restPath(composition.revision, composed),
          status: 200,
          isRight: (bytes: Buffer) => sha256(bytes) === composed,
          encodings: ENCODINGS,
        },
      ]
    : [];
  const documents = Object.entries(targets).flatMap(([key, { hashes }]) => {
    const name = key.slice(base.length);
    if (
      !key.startsWith(base) ||
      (!name.endsWith('.html') && name !== WORKER && !Object.hasOwn(siteFileTypes, name))
    )
      return [];
    const isRight = (bytes: Buffer) => sha256(bytes) === hashes['sha256'];
    return [
      { path: addressOf(name), status: name === '404.html' ? 404 : 200, isRight, encodings: ENCODINGS },
    ];
  });
  const files = releases.flatMap(({ id, version, files: listed }) =>
    Object.entries(listed).map(([path, { integrity }]) => ({
      path: `${releaseAddress(id, version)}${path}`,
      status: 200,
      isRight: (bytes: Buffer) => integrityOf(bytes) === integrity,
      encodings: ENCODINGS,
    })),
  );
  return [...documents, ...rest, ...files];
}

/** For each response the differences, which are none or one line. */
export async function compareAll(get: Get, expected: readonly Expected[]): Promise<string[][]> {
  const limit = pLimit(CONCURRENCY);
  return Promise.all(
    expected.flatMap(({ path, status, isRight, encodings }) =>
      encodings.map((encoding) =>
        limit(async () => {
          const response = await get(path, encoding);
          if (response.status === status && isRight(response.bytes)) return [];
          const found = response.status === status ? 'other bytes' : `status ${String(response.status)}`;
          return [`${path} has ${found} (accept-encoding: ${encoding})`];
        }),
      ),
    ),
  );
}
