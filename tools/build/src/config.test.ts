/** A real build of a small slice: its files, its `release.json`, and its reproducible version. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRelease, type SliceManifest, type SliceRelease } from '@slipway/contracts';
import { manifest } from '../fixtures/tiny/slice.manifest';
import { releaseVersion } from './releaseVersion';
import { sliceConfig } from './config';

const fixture = join(import.meta.dirname, '../fixtures/tiny');
const folders: string[] = [];

async function build(): Promise<string> {
  const output = await mkdtemp(join(tmpdir(), 'slipway-build-'));
  folders.push(output);
  const config = sliceConfig(manifest, fixture);
  const compiler = rspack({ ...config, output: { ...config.output, path: output } });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else
        compiler.close(() => {
          resolve();
        });
    });
  });
  return output;
}

describe('sliceConfig', () => {
  let output: string;
  let release: SliceRelease;

  beforeAll(async () => {
    output = await build();
    release = parseRelease(JSON.parse(await readFile(join(output, 'release.json'), 'utf8'))) as SliceRelease;
  });
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  it('lists every file with its SHA-384', () => {
    const files = readdirSync(output).filter((name) => name !== 'release.json');
    expect(Object.keys(release.files).sort()).toEqual(files.sort());
    for (const [name, { size, integrity }] of Object.entries(release.files)) {
      const bytes = readFileSync(join(output, name));
      expect(integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
      expect(size).toBe(bytes.length);
    }
  });

  it('names every script after its content hash', () => {
    const scripts = Object.keys(release.files).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => !/\.[0-9a-f]{16}\.js$/.test(name))).toEqual([]);
  });

  it('lists the files of each route and slot in loading order', () => {
    const page = release.preload['/tiny'] ?? [];
    const slot = release.preload['landing.featured'] ?? [];
    expect(page[0]).toBe('mf-manifest.json');
    expect(page[1]).toMatch(/^remoteEntry\./);
    expect(readFileSync(join(output, page.at(-1) ?? ''), 'utf8')).toContain('tiny page');
    expect(readFileSync(join(output, slot.at(-1) ?? ''), 'utf8')).toContain('tiny slot');
    expect(page).not.toContain(slot.at(-1));
  });

  it('requires the shared packages that it imports, and bundles none of them', () => {
    expect(Object.keys(release.requires).sort()).toEqual(['@slipway/platform', 'react/jsx-runtime']);
    const code = Object.keys(release.files)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(output, name), 'utf8'))
      .join('');
    expect(code).not.toContain('react.transitional.element');
    expect(code).not.toContain('__CLIENT_INTERNALS');
  });

  it('gives the same version for the same source', async () => {
    const again = JSON.parse(await readFile(join(await build(), 'release.json'), 'utf8')) as SliceRelease;
    expect(again.version).toBe(release.version);
  });

  it('has the version of its content: another title is another release, another commit is not (D5)', () => {
    const other = { ...release, routes: release.routes.map((route) => ({ ...route, title: 'Another' })) };
    expect(releaseVersion(release)).toBe(release.version);
    expect(releaseVersion({ ...release, commit: 'unknown', builtAt: '', version: '' })).toBe(release.version);
    expect(releaseVersion(Object.fromEntries(Object.entries(release).reverse()))).toBe(release.version);
    expect(releaseVersion(other)).not.toBe(release.version);
  });

  it('rejects an invalid manifest, naming the field', () => {
    const wrong = {
      ...manifest,
      routes: [{ path: 'tiny', title: 'Tiny', access: 'public' }],
    } as unknown as SliceManifest;
    expect(() => sliceConfig(wrong, fixture)).toThrow(/slice\.manifest\.ts: routes\.0\.path: must be a path/);
  });

  it('rejects a route without a page in src/slice.ts', () => {
    const wrong: SliceManifest = {
      ...manifest,
      routes: [{ path: '/other', title: 'Other', access: 'public' }],
    };
    expect(() => sliceConfig(wrong, fixture)).toThrow(
      /src\/slice\.ts: no module for \/other: add "'\/other': \(\) => import/,
    );
  });
});
