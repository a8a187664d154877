/** `slipway verify` asks for files as a browser does that has an earlier release. */
import { expect, it } from 'vitest';
import { deltaOf } from '../store/delta';
import { releasePath } from '../store/keys';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { sliceFiles, sliceRelease } from '../testing/releases';
import { compareDeltas } from './monitoredDeltas';
import type { Get } from './servedBytes';

const [earlier, running] = [sliceRelease({ owner: 'one' }), sliceRelease({ owner: 'two' })];
const composition = testComposition([sliceToCompose(running)]);
const bytes = Buffer.from(sliceFiles['mf-manifest.json']);
const [before, path] = [earlier, running].map(
  ({ id, version }) => `${releasePath(id, version)}mf-manifest.json`,
);

/** The differences of a host that has `delta` for the running release, and the paths that were requested. */
async function compared(delta: Buffer | undefined) {
  const asked: [string, string?, string?][] = [];
  const get: Get = (requested, encoding, headers) => {
    asked.push([requested, encoding, headers?.['available-dictionary']]);
    const isDelta = delta !== undefined && headers !== undefined;
    return Promise.resolve({
      status: 200,
      bytes: isDelta ? delta : bytes,
      encoding: isDelta ? 'dcz' : null,
    });
  };
  return { differences: (await compareDeltas(get, composition, [running, earlier])).flat(), asked };
}

it('accepts a delta that gives the file, and a host that sends the whole file', async () => {
  const { differences, asked } = await compared(await deltaOf(bytes, bytes));
  expect(differences).toEqual([]);
  expect(asked).toEqual([
    [before, undefined, undefined],
    [path, 'gzip, br, dcz', ':RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:'],
  ]);
  expect((await compared(undefined)).differences).toEqual([]);
});

it.each<[string, () => Promise<Buffer>]>([
  ['that is cut off', async () => (await deltaOf(bytes, bytes)).subarray(0, 45)],
  ['to another file', () => deltaOf(Buffer.from('another'), bytes)],
  ['of another file', () => deltaOf(bytes, Buffer.from('another'))],
  ['that is empty', () => Promise.resolve(Buffer.alloc(0))],
])('names the file of a delta %s', async (_what, delta) => {
  const { differences } = await compared(await delta());
  expect(differences).toEqual([`${String(path)} has other bytes for a browser that has ${String(before)}`]);
});
