/** Puts a build's files into the store, under its version, once and for good. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, parseRelease, type Release } from '@slipway/contracts';
import { releaseBase } from './keys';
import type { Store } from './store/store';
import { writeFiles } from './store/writeFiles';

export const integrityOf = (bytes: Uint8Array) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * Publishes the build in `dist`. `release.json` goes last, so that a cut leaves no half release that looks whole.
 * Publishing the same bytes again changes nothing.
 * @throws `not_found` without a build, `invalid_input` when a file is not what `release.json` says, `conflict`
 */
export async function publish(store: Store, dist: string): Promise<Release> {
  const listPath = join(dist, 'release.json');
  const list = await readFile(listPath).catch((cause: unknown) => {
    throw new AppError('not_found', `${listPath} is missing: build it first`, { cause });
  });
  const release = parseRelease(JSON.parse(list.toString()), listPath);
  const base = releaseBase(release.id, release.version);
  const known = await store.get(`${base}release.json`);
  if (known) return parseRelease(JSON.parse(known.toString()), `${base}release.json`);

  const files = await Promise.all(
    Object.entries(release.files).map(async ([path, { integrity }]) => {
      const bytes = await readFile(join(dist, path)).catch((cause: unknown) => {
        throw new AppError('invalid_input', `${listPath}: files: ${path} is missing: build it again`, {
          cause,
        });
      });
      if (integrityOf(bytes) !== integrity) {
        throw new AppError(
          'invalid_input',
          `${listPath}: files: ${path} was changed after the build: build it again`,
        );
      }
      return { path, bytes };
    }),
  );
  await writeFiles(
    store,
    base.slice(0, -1),
    files.map(({ path, bytes }) => ({ key: base + path, bytes })),
    { effort: 'most' },
  );
  await store.create(`${base}release.json`, list);
  return release;
}

/** @throws `not_found` when the store has no such release */
export async function readRelease(store: Store, id: string, version: string): Promise<Release> {
  const key = `${releaseBase(id, version)}release.json`;
  const bytes = await store.get(key);
  if (!bytes)
    throw new AppError('not_found', `The store has no release ${version} of ${id}: publish it first`);
  return parseRelease(JSON.parse(bytes.toString()), key);
}
