/** Builds a published release again from its commit, and compares every byte (decisions 021 and 034). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { builtRelease, type Candidate } from './candidate';
import { type Evidence, SBOM, SOURCE_MAPS } from './evidence';
import { runBuild } from './runBuild';
import { checkOut, installPackages } from './workTree';

export interface Rebuilt {
  id: string;
  version: string;
  commit: string;
  /** Files that were compared. */
  files: number;
  /** One line for each file that differs. */
  differences: string[];
  /** Possible reasons of a difference. */
  notices: string[];
}

/** Variables that change a build, and are not part of a release. */
const ofOtherBuilds = ['SLIPWAY_LANGUAGES', 'SLIPWAY_DEVELOPMENT', 'SLIPWAY_COMMIT'];

const buildEnv = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofOtherBuilds.includes(name)));

/** The folder of the slice in its repository. @throws `invalid_input` for one outside of it */
function directoryOf({ release }: Candidate, evidence: Evidence | undefined): string {
  const parameters = evidence?.provenance.statement.predicate.buildDefinition.externalParameters;
  const directory = parameters?.directory ?? `apps/${release.id}`;
  if (/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\\:]+$/.test(directory)) return directory;
  throw new AppError('invalid_input', `${release.id}: the provenance names the folder ${directory}`);
}

function noticesFor(evidence: Evidence | undefined): string[] {
  const parameters = evidence?.provenance.statement.predicate.buildDefinition.internalParameters;
  const node = parameters?.node;
  return [
    ...(parameters?.['isClean'] === false ? ['it was built with changes that were not committed'] : []),
    ...(node !== undefined && node !== process.versions.node
      ? [`it was built with Node ${node}, and this is ${process.versions.node}`]
      : []),
  ];
}

/** Fields that identify the build, and the files, which are compared byte for byte. */
const notCompared = ['commit', 'builtAt', 'evidence', 'version', 'files'];

/** The fields of two descriptions that differ. */
function differingFields(published: Candidate, built: Candidate): string[] {
  const other: Partial<Record<string, unknown>> = { ...built.release };
  return Object.entries(published.release)
    .filter(([name]) => !notCompared.includes(name))
    .filter(([name, value]) => JSON.stringify(other[name]) !== JSON.stringify(value))
    .map(([name]) => `release.json: ${name} differs`);
}

async function compare(published: Candidate, built: Candidate): Promise<{ files: number; lines: string[] }> {
  const names = [...new Set([...Object.keys(published.release.files), ...Object.keys(built.release.files)])];
  const { evidence } = published.release;
  const all = [...names, ...(evidence ? [SBOM] : []), ...(evidence?.sourceMaps ? [SOURCE_MAPS] : [])];
  const lines = await Promise.all(
    all.sort().map(async (name) => {
      const [theirs, ours] = await Promise.all([published.read(name), built.read(name)]);
      if (!ours) return `${name}: the build does not make it`;
      if (!theirs) return `${name}: the release does not have it`;
      if (ours.equals(theirs)) return undefined;
      return `${name}: ${String(theirs.length)} bytes in the release, ${String(ours.length)} other bytes in the build`;
    }),
  );
  return { files: all.length, lines: lines.filter((line) => line !== undefined) };
}

/**
 * Builds `published` from a commit of the repository that contains `from`. Runs the build of that commit on this
 * machine, with the commit's packages, but not their install scripts.
 * @throws `not_found` when the commit is missing; `invalid_input` when the build fails
 */
export async function rebuild(
  published: Candidate,
  evidence: Evidence | undefined,
  from: string,
  onProgress: (step: string) => void = () => undefined,
): Promise<Rebuilt> {
  const { id, version, commit } = published.release;
  if (commit === 'unknown') {
    throw new AppError(
      'invalid_input',
      `${id} ${version} was built outside of a Git repository: its commit is unknown`,
    );
  }
  const directory = directoryOf(published, evidence);
  const tree = checkOut(from, commit);
  try {
    const folder = join(tree.folder, directory);
    if (!existsSync(folder)) {
      throw new AppError(
        'not_found',
        `Commit ${commit} has no folder ${directory}: it belongs to another repository`,
      );
    }
    onProgress(`${id}: installing the packages of ${commit.slice(0, 8)}`);
    const root = await installPackages(tree, folder);
    onProgress(`${id}: building ${commit.slice(0, 8)}`);
    await runBuild(root, folder, 'rspack', ['build'], buildEnv());
    const built = await builtRelease(join(folder, 'dist'));
    const { files, lines } = await compare(published, built);
    const differences = [...lines, ...differingFields(published, built)];
    return { id, version, commit, files, differences, notices: noticesFor(evidence) };
  } finally {
    tree.remove();
  }
}
