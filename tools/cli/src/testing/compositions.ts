/** Compositions and histories for tests, without a deploy. */
import type { Backend, Composition } from '@slipway/contracts';
import { asRevision, compose, type CompositionContent, type SliceToCompose } from '../composition/compose';
import { type RevisionRecord, unknownRecord } from '../composition/record';
import { type Environment, parseEnvironment } from '../environment/environment';
import { pointerKey, revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { shellRelease, sliceRelease } from './releases';

export const testBackend: Backend = { url: 'https://backend.example', key: 'sb_publishable_test' };

export const testEnvironment = (name = 'staging', fields: object = {}): Environment =>
  parseEnvironment(
    {
      name,
      store: 'store',
      address: `https://${name}.example`,
      backend: { url: testBackend.url, publishableKey: testBackend.key },
      ...fields,
    },
    `${name}.json`,
  );

export const sliceToCompose = (
  overrides: Parameters<typeof sliceRelease>[0] = {},
  extras: Partial<Omit<SliceToCompose, 'release'>> = {},
): SliceToCompose => ({
  release: sliceRelease(overrides),
  canary: undefined,
  fallback: undefined,
  ...extras,
});

export const testContent = (
  slices: readonly SliceToCompose[] = [sliceToCompose()],
  shell = shellRelease(),
): CompositionContent => compose({ environment: testEnvironment(), backend: testBackend, shell, slices });

export const testComposition = (
  slices: readonly SliceToCompose[] = [sliceToCompose()],
  overrides: Partial<Composition> = {},
  shell = shellRelease(),
): Composition => ({
  ...asRevision(testContent(slices, shell), 1, '2026-11-21T09:00:00.000Z'),
  ...overrides,
});

/** Writes revisions, oldest first, each created at its time (milliseconds), and points to the last one. */
export async function writeHistory(
  store: Store,
  environment: string,
  revisions: readonly { composition: Composition; at: number; record?: Partial<RevisionRecord> }[],
): Promise<void> {
  for (const [index, { composition, at, record }] of revisions.entries()) {
    const revision = index + 1;
    const base = revisionBase(environment, revision);
    const written = { ...composition, environment, revision, createdAt: new Date(at).toISOString() };
    await store.create(`${base}composition.json`, Buffer.from(JSON.stringify(written)));
    const recorded = { ...unknownRecord, previous: index, ...record };
    await store.create(`${base}record.json`, Buffer.from(JSON.stringify(recorded)));
    await store.create(`${base}404.html`, Buffer.from('not found'));
  }
  const pointer = await store.get(pointerKey(environment));
  await store.swap(
    pointerKey(environment),
    pointer?.toString(),
    JSON.stringify({ revision: revisions.length }),
  );
}
