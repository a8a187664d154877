/** A real build of a small slice: its files, its `release.json`, and its reproducible version. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { Compilation, type RspackPluginInstance } from '@rspack/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRelease, type SliceManifest, type SliceRelease } from '@slipway/contracts';
import { manifest } from '../fixtures/tiny/slice.manifest';
import { compile } from './testing/compile';
import { releaseVersion } from './releaseVersion';
import { sliceConfig } from './config';
import { evidenceFiles } from './evidence';
import { sbomOf } from './sbom';

const fixture = join(import.meta.dirname, '../fixtures/tiny');
const folders: string[] = [];

/** Removes the importers of a shared package, which are missing in some builds of the same source. */
const missingImporters: RspackPluginInstance = {
  apply: ({ hooks, webpack }) => {
    hooks.thisCompilation.tap('test', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER + 1;
      compilation.hooks.processAssets.tap({ name: 'test', stage }, () => {
        compilation.updateAsset('mf-stats.json', (source) => {
          const statistics = JSON.parse(source.source().toString()) as { shared: { usedIn: string[] }[] };
          for (const shared of statistics.shared) shared.usedIn = [];
          return new webpack.sources.RawSource(JSON.stringify(statistics));
        });
      });
    });
  },
};

async function build(plugins: RspackPluginInstance[] = []): Promise<string> {
  const output = await mkdtemp(join(tmpdir(), 'slipway-build-'));
  folders.push(output);
  const config = sliceConfig(manifest, fixture);
  await compile({
    ...config,
    output: { ...config.output, path: output },
    plugins: [...(config.plugins ?? []), ...plugins],
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
    const files = readdirSync(output).filter((name) => !['release.json', ...evidenceFiles].includes(name));
    expect(Object.keys(release.files).sort()).toEqual(files.sort());
    for (const [name, { size, integrity }] of Object.entries(release.files)) {
      const bytes = readFileSync(join(output, name));
      expect(integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
      expect(size).toBe(bytes.length);
    }
  });

  it("starts with the page's runtime of containers, without upstream's", () => {
    const entry = Object.keys(release.files).find((name) => name.startsWith('remoteEntry.')) ?? '';
    const code = readFileSync(join(output, entry), 'utf8');
    expect(code).toContain(`window.slipwayContainerRuntime.start(`);
    expect(code).not.toContain('bundlerRuntime');
  });

  it('names every script after its content hash', () => {
    const scripts = Object.keys(release.files).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => !/\.[0-9a-f]{16}\.js$/.test(name))).toEqual([]);
  });

  it('lists the files of each route and slot in loading order', () => {
    const page = release.preload['/tiny'] ?? [];
    const slot = release.preload['landing.featured'] ?? [];
    expect(release.entry).toMatch(/^remoteEntry\.[0-9a-f]{16}\.js$/);
    expect([page.length, page[0]]).toEqual([2, release.entry]);
    expect([slot.length, slot[0]]).toEqual([2, release.entry]);
    expect(readFileSync(join(output, page.at(-1) ?? ''), 'utf8')).toContain('tiny page');
    expect(readFileSync(join(output, slot.at(-1) ?? ''), 'utf8')).toContain('tiny slot');
    expect(page).not.toContain(slot.at(-1));
  });

  it('compiles the catalog of a folder into the script of that folder only', () => {
    const compiled = '["tiny slot of ",["name"]]';
    const scripts = Object.keys(release.files).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => readFileSync(join(output, name), 'utf8').includes(compiled))).toEqual(
      release.preload['landing.featured']?.slice(-1),
    );
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

  it('gives the same files, version and bill of materials for the same source, in any order of its work', async () => {
    const other = await build([missingImporters]);
    const again = JSON.parse(await readFile(join(other, 'release.json'), 'utf8')) as SliceRelease;
    expect(again.files).toEqual(release.files);
    expect(again.version).toBe(release.version);
    expect(await readFile(join(other, 'sbom.json'), 'utf8')).toBe(
      await readFile(join(output, 'sbom.json'), 'utf8'),
    );
  });

  it('lists the packages that it bundles and those of the shell in a valid CycloneDX document', async () => {
    const text = await readFile(join(output, 'sbom.json'), 'utf8');
    const { components, ...rest } = JSON.parse(text) as { components: { purl: string; version?: string }[] };
    const names = components.map(({ purl }) => purl);
    expect(names).toContainEqual(expect.stringMatching(/^pkg:npm\/%40jridgewell\/sourcemap-codec@1\./));
    expect(names).toContain('pkg:npm/react#jsx-runtime');
    expect(names.filter((name) => /npm\/react(?:-dom)?@/.test(name))).toEqual([]);
    expect(rest).not.toHaveProperty('serialNumber');
    expect(rest).not.toHaveProperty('metadata.timestamp');
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(text)).toBeNull();
    const licensed = { name: '@a/b', version: '1.0.0+2', license: 'MIT OR Apache-2.0', hasCode: false };
    const other = sbomOf({ id: 'x', version: '0', bundled: [licensed], requires: {} });
    expect(await validator.validate(other)).toBeNull();
    expect(other).toContain('pkg:npm/%40a/b@1.0.0%2B2');
  });

  it('covers its evidence with hashes in release.json', () => {
    const hashOf = (name: string) =>
      `sha384-${createHash('sha384')
        .update(readFileSync(join(output, name)))
        .digest('base64')}`;
    expect(release.evidence).toEqual({
      sbom: hashOf('sbom.json'),
      provenance: hashOf('provenance.json'),
      sourceMaps: hashOf('source-maps.json'),
    });
  });

  it('keeps its source maps out of its files, with sources named below the root of the build', () => {
    const text = readFileSync(join(output, 'source-maps.json'), 'utf8');
    const maps = JSON.parse(text) as Record<string, { sources: string[]; sourcesContent: string[] }>;
    const page = Object.entries(maps).find(([script]) => script.startsWith('src_TinyPage_tsx'))?.[1];
    const index = page?.sources.indexOf('tools/build/fixtures/tiny/src/TinyPage.tsx') ?? -1;
    expect(page?.sourcesContent[index]).toContain('tiny page');
    expect(text).not.toContain(import.meta.dirname.replace(/\/tools\/build\/src$/, ''));
    expect(Object.keys(release.files).filter((file) => /\.map$|source-maps/.test(file))).toEqual([]);
    expect(readdirSync(output).filter((file) => file.endsWith('.map'))).toEqual([]);
    const scripts = Object.keys(release.files).filter((file) => file.endsWith('.js'));
    for (const script of scripts)
      expect(readFileSync(join(output, script), 'utf8')).not.toContain('sourceMappingURL');
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
