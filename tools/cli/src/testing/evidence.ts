/** Evidence of small releases, for tests: the same bill of materials and source maps for each, and a statement about its files. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from '@slipway/contracts';
import { PROVENANCE, SBOM, SOURCE_MAPS } from '../release/evidence';
import { integrityOf } from '../release/integrity';

const sbom = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  components: [
    { type: 'library', name: 'markdown-to-jsx', version: '9.10.6', purl: 'pkg:npm/markdown-to-jsx@9.10.6' },
    {
      ...{ type: 'library', name: 'react-router-dom', version: '7.18.5', scope: 'excluded' },
      purl: 'pkg:npm/react-router-dom@7.18.5',
    },
    { type: 'library', group: '@a', name: 'b', version: '1.0.0', purl: 'pkg:npm/%40a/b@1.0.0' },
  ],
});

/** The source map of a script `page.js`: its first position is line 3, column 3 of the source. */
const sourceMaps = JSON.stringify({
  'page.js': {
    ...{ version: 3, file: 'page.js', names: ['load'], mappings: 'AAEEA' },
    sources: ['apps/market/src/Page.tsx'],
    sourcesContent: ['one\ntwo\n  throw new Error();\nfour\n'],
  },
});

const hexOf = (integrity: string) => Buffer.from(integrity.replace('sha384-', ''), 'base64').toString('hex');

/** The statement that a build of this release makes. */
export const statementOf = ({ id, commit, files }: Release, isClean = true): string =>
  JSON.stringify({
    _type: 'https://in-toto.io/Statement/v1',
    subject: Object.entries(files).map(([name, { integrity }]) => ({
      name,
      digest: { sha384: hexOf(integrity) },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:slipway:build:1',
        externalParameters: { id, directory: `apps/${id}` },
        internalParameters: { isClean },
        resolvedDependencies: commit === 'unknown' ? [] : [{ name: 'source', digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: 'urn:slipway:builder:test' } },
    },
  });

/** `statement` is the release's own, unless a test claims another. */
export const withEvidence = <Described extends Release>(
  release: Described,
  statement = statementOf(release),
): Described => ({
  ...release,
  evidence: {
    sbom: integrityOf(Buffer.from(sbom)),
    provenance: integrityOf(Buffer.from(statement)),
    sourceMaps: integrityOf(Buffer.from(sourceMaps)),
  },
});

/** Writes the evidence that `withEvidence` lists. */
export async function writeEvidence(folder: string, release: Release): Promise<void> {
  if (!release.evidence) return;
  await writeFile(join(folder, SBOM), sbom);
  await writeFile(join(folder, SOURCE_MAPS), sourceMaps);
  await writeFile(join(folder, PROVENANCE), statementOf(release));
}
