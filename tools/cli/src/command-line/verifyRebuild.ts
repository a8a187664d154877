/** `slipway verify --rebuild <slice>@<version>`: proves that a release is what its commit builds. */
import { AppError, isAppError } from '@slipway/contracts';
import { publishedRelease } from '../release/candidate';
import { rebuild } from '../release/rebuild';
import { openTrust } from '../trust/open';
import { verifyEvidence } from '../trust/provenance';
import { verifiedRelease } from '../trust/signedRelease';
import type { Output, Terminal } from './command';
import { chooseRelease, isPath } from './slices';
import { shortVersion } from './text';

/** The release in the store of this environment, else in the first one that has it. @throws `not_found` */
export async function findIn(terminal: Terminal, slice: string, named: string | undefined) {
  const workspace = terminal.workspace();
  let failure: unknown = new AppError(
    'not_found',
    'There is no environment: create one with slipway env create',
  );
  for (const name of named === undefined ? workspace.names() : [named]) {
    try {
      const environment = workspace.environment(name);
      const store = await workspace.store(environment);
      return { environment, store, ...(await chooseRelease(workspace, store, slice)) };
    } catch (error) {
      if (!isAppError(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** @throws `slice_untrusted` naming each file that differs, or when the release is not signed */
export async function verifyRebuild(
  terminal: Terminal,
  slice: string,
  environmentName: string | undefined,
): Promise<Output> {
  if (isPath(slice) || !slice.includes('@')) {
    throw new AppError('invalid_input', `--rebuild ${slice}: pass a release, such as marketplace@1a2b3c4d`);
  }
  const { environment, store, id, version } = await findIn(terminal, slice, environmentName);
  const workspace = terminal.workspace();
  const trust = await openTrust({ options: workspace.trust, store, environment, isReadOnly: true });
  await verifiedRelease(trust, { id, version });
  const published = await publishedRelease(store, id, version);
  const evidence = await verifyEvidence(trust.chain, published);
  const rebuilt = await rebuild(published, evidence, workspace.root, (step) => {
    terminal.progress(step);
  });
  const { commit, files, differences, notices } = rebuilt;
  const name = `${id} ${shortVersion(version)}`;
  if (differences.length > 0) {
    const lines = [...differences, ...notices.map((notice) => `(${notice})`)];
    throw new AppError(
      'slice_untrusted',
      `${name} is not what commit ${commit} builds:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  const builder = evidence?.provenance.statement.predicate.runDetails.builder.id ?? null;
  return {
    text: `${name} is exactly what commit ${commit} builds: ${String(files)} files are identical (${builder === null ? 'without provenance' : `built by ${builder}`})`,
    data: { ...rebuilt, builder },
  };
}
