/** Small valid releases for tests: files on disk with a matching `release.json`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseVersion } from '@slipway/build/release-version';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import { writeEvidence } from './evidence';

const basis = (files: Record<string, string>) => ({
  schema: 1 as const,
  version: '',
  commit: 'unknown',
  builtAt: '2026-11-21T09:00:00.000Z',
  files: Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      { size: Buffer.byteLength(text), integrity: integrityOf(Buffer.from(text)) },
    ]),
  ),
});

export const shellFiles = {
  'main.js': 'main',
  'main.css': 'css',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'before-paint.js': 'theme',
  'page.js': 'page',
};

/** The version follows from the content, unless a test that publishes nothing sets one. */
const versioned = <Release extends ShellRelease | SliceRelease>(release: Release): Release => ({
  ...release,
  version: release.version || releaseVersion(release),
});

export const shellRelease = (overrides: Partial<ShellRelease> = {}): ShellRelease =>
  versioned<ShellRelease>({
    ...basis(shellFiles),
    kind: 'shell',
    id: 'shell',
    contracts: [1],
    provides: { react: '19.3.1', '@slipway/platform': '1.2.0' },
    routes: [
      {
        path: '/',
        title: 'Home & <more>',
        access: 'public',
        shows: [{ name: 'landing.featured', version: 1 }],
      },
    ],
    scripts: ['main.js'],
    styles: ['main.css'],
    beforePaint: ['before-paint.js'],
    icons: ['icon.svg'],
    preload: [],
    pages: { '/': ['page.js'], '404': ['page.js'] },
    ...overrides,
  });

export const sliceFiles = {
  'mf-manifest.json': '{}',
  'remoteEntry.js': 'entry',
  'page.js': 'page',
  'slot.js': 'slot',
};

/** Another `owner` gives another version with the same behavior. */
export const sliceRelease = (overrides: Partial<SliceRelease> = {}): SliceRelease =>
  versioned<SliceRelease>({
    ...basis(sliceFiles),
    kind: 'slice',
    id: 'market',
    owner: 'market-team',
    contract: 1,
    requires: { react: '^19.3.0', '@slipway/platform': '^1.1.0' },
    migration: null,
    routes: [{ path: '/market', title: 'Market', access: 'public' }],
    slots: [{ name: 'landing.featured', version: 1 }],
    nav: [],
    entry: 'mf-manifest.json',
    preload: {
      '/market': ['mf-manifest.json', 'remoteEntry.js', 'page.js'],
      'landing.featured': ['mf-manifest.json', 'remoteEntry.js', 'slot.js'],
    },
    ...overrides,
  });

/** Writes a build that matches the description `release`, with other files if the test has them. */
export async function writeBuild(
  folder: string,
  release: ShellRelease | SliceRelease,
  contents: Readonly<Record<string, string>> = release.kind === 'shell' ? shellFiles : sliceFiles,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(contents)) await writeFile(join(folder, path), text);
  await writeEvidence(folder, release);
  await writeFile(join(folder, 'release.json'), JSON.stringify(release));
  return folder;
}
