/** A real build of a small slice that shares a package with other slices. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseRelease, type SliceRelease } from '@slipway/contracts';
import { manifest } from '../fixtures/tiny/slice.manifest';
import { compile } from './testing/compile';
import { sliceConfig } from './config';

const fixture = join(import.meta.dirname, '../fixtures/tiny');
/** Its slot imports this package. */
const NAME = '@jridgewell/sourcemap-codec';
const MARK = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabc'; // of the package

let folder: string;
let release: SliceRelease;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-build-'));
  const config = sliceConfig({ ...manifest, shares: [NAME, 'valibot'] }, fixture);
  await compile({ ...config, output: { ...config.output, path: folder } });
  release = parseRelease(JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'))) as SliceRelease;
});
afterAll(() => rm(folder, { recursive: true }));

it('lists its copy of each shared package that it imports, and does not require it of the shell', () => {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../node_modules/${NAME}/package.json`), 'utf8'),
  ) as { version: string };
  expect(release.shares).toEqual({ [NAME]: { version, files: [expect.any(String)] } });
  expect(Object.keys(release.requires).sort()).toEqual(['@slipway/platform', 'react/jsx-runtime']);
});

it('puts a copy into its own scripts, which no route preloads', () => {
  const [script = ''] = release.shares?.[NAME]?.files ?? [];
  const codeOf = (file: string) => readFileSync(join(folder, file), 'utf8');
  expect(codeOf(script)).toContain(MARK);
  const others = Object.keys(release.files).filter((file) => file.endsWith('.js') && file !== script);
  expect(others.map(codeOf).join('')).not.toContain(MARK);
  expect(Object.values(release.preload).flat()).not.toContain(script);
});

it.each([
  ['react', 'import react, and remove it here'],
  ['react-router-dom', 'import @slipway/platform, and remove it here'],
  ['Charts!', 'must be the name of a package'],
  ['@slipway/unknown', '@slipway/unknown is not installed'],
])('does not share %s', (name, reason) => {
  expect(() => sliceConfig({ ...manifest, shares: [name] }, fixture)).toThrow(reason);
});
