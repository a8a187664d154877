/** Writes what proves the origin and the content of a build beside its files; no web server serves it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Compilation } from '@rspack/core';
import type { Release } from '@slipway/contracts';
import { integrityOf } from './hashes';
import { PROVENANCE, provenanceOf } from './provenance';
import { bundledPackages, SBOM, sbomOf } from './sbom';
import { SOURCE_MAPS } from './sourceMaps';

/** Files that describe a build, and are not part of what it serves. */
export const evidenceFiles: readonly string[] = [SBOM, PROVENANCE, SOURCE_MAPS];

/** The integrity of each. `release.json` lists them, so that its signature covers them. */
export function writeEvidence(
  compilation: Compilation,
  {
    directory,
    output,
    release,
    sourceMaps,
  }: { directory: string; output: string; release: Release; sourceMaps: string },
): NonNullable<Release['evidence']> {
  const write = (name: string, text: string) => {
    writeFileSync(join(output, name), text);
    return integrityOf(text);
  };
  const sbom = write(
    SBOM,
    sbomOf({
      id: release.id,
      version: release.version,
      bundled: bundledPackages(compilation, directory),
      requires: release.kind === 'slice' ? release.requires : {},
    }),
  );
  return {
    sbom,
    provenance: write(PROVENANCE, provenanceOf({ directory, release, sbom })),
    sourceMaps: write(SOURCE_MAPS, sourceMaps),
  };
}
