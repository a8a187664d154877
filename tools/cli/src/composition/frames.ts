/** Writes the documents of frames to the public area of an environment, beside the files of their releases. */
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { parseRelease, type SliceRelease } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import { releaseBase } from '../store/keys';
import { encodings } from '../store/objectHeaders';
import type { Store } from '../store/store';
import type { CompositionContent } from './compose';
import type { Fallback } from './fallback';
import { frameKey, frameName, frameOptions, renderFrame } from './frame';

/** The description of a published release of a slice. */
async function describedSlice(store: Store, id: string, version: string): Promise<SliceRelease | undefined> {
  const key = `${releaseBase(id, version)}release.json`;
  const bytes = await store.get(key);
  const release = bytes && parseRelease(JSON.parse(bytes.toString()), key);
  return release?.kind === 'slice' ? release : undefined;
}

/** The releases that slices fall back to, where they are sandboxed: a composition lists only their hashes. */
export async function earlierFrames(
  store: Store,
  slices: readonly SliceRelease[],
  fallbacks: ReadonlyMap<string, Fallback>,
): Promise<ReadonlyMap<string, SliceRelease>> {
  const found = await Promise.all(
    slices
      .filter(({ isolation }) => isolation !== undefined)
      .map(async ({ id }) => {
        const fallback = fallbacks.get(id);
        const release = fallback && (await describedSlice(store, id, fallback.version));
        return release ? ([[id, release]] as const) : [];
      }),
  );
  return new Map(found.flat());
}

/** Every sandboxed release of a composition, with the name of its document. */
const framesIn = ({ slices }: Pick<CompositionContent, 'slices'>) =>
  Object.entries(slices).flatMap(([id, { canary, fallback, ...stable }]) =>
    [stable, canary?.release, fallback].flatMap((release) =>
      release?.frame === undefined ? [] : [{ id, version: release.version, name: release.frame.file }],
    ),
  );

/** Replaces other bytes, which only an attacker can have put there. @throws `invalid_input` for an altered file */
export async function writeFrames(
  store: Store,
  environment: Environment,
  content: Pick<CompositionContent, 'slices'>,
): Promise<void> {
  for (const { id, version, name } of framesIn(content)) {
    const release = await describedSlice(store, id, version);
    const options = release && frameOptions(environment, release);
    if (!options || frameName(release, options) !== name) continue; // the composition is verified elsewhere
    const bytes = await renderFrame(release, options, (path) => store.get(releaseBase(id, version) + path));
    const key = frameKey(environment.name, release, name);
    const copies = [
      { key, bytes },
      { key: key + encodings.br, bytes: await promisify(brotliCompress)(bytes) },
      { key: key + encodings.gzip, bytes: await promisify(gzip)(bytes) },
    ];
    for (const copy of copies) {
      const found = await store.get(copy.key);
      if (found?.equals(copy.bytes)) continue;
      if (found) await store.remove(copy.key);
      await store.create(copy.key, copy.bytes);
    }
  }
}
