/** `slipway upgrade --env`: which slices of an environment hold back a shell, or the removal of an old contract. */
import { AppError, type Composition, type ShellRelease } from '@slipway/contracts';
import { type Blocker, blockersOf } from '../checks/blockers';
import { type OldContract, oldContracts } from '../checks/oldContracts';
import { releasesIn } from '../composition/selection';
import { publishedRelease } from '../release/candidate';
import type { Terminal } from './command';
import { apps, chooseRelease } from './slices';
import { openTarget, type Target, runningComposition } from './target';
import { count, shortVersion, table } from './text';
import type { Upgrade } from './upgradeSources';

/** The step for the team of the slice. */
function stepFor({ slice, needs, builtFor, shellHas }: Blocker): string {
  if (needs === 'contract')
    return `move ${slice} to contract ${String(shellHas)} with slipway upgrade ${slice} --write, build it and deploy it together with the shell; or release a shell that hosts ${builtFor} too`;
  return shellHas === null
    ? `bundle ${needs} in ${slice}, or stop using it`
    : `install ${needs}@${shellHas} in ${slice}, build and deploy it together with the shell`;
}

async function shellOf(
  argument: string,
  { workspace, store, named }: Target,
  running: Composition,
): Promise<ShellRelease> {
  if (argument === 'shell' && !apps(workspace).includes('shell'))
    throw new AppError(
      'not_found',
      `This workspace has no shell: name a published one, such as shell@${shortVersion(running.shell.version)}, which ${named} runs`,
    );
  const { id, version, candidate } = await chooseRelease(workspace, store, argument);
  const { release } = candidate ?? (await publishedRelease(store, id, version));
  if (release.kind === 'shell') return release;
  throw new AppError(
    'invalid_input',
    `${argument} is a slice: with --env, name a shell, such as shell or shell@1a2b3c4d`,
  );
}

const oldLines = (old: readonly OldContract[]): string[] =>
  old.flatMap(({ contract, newest, slices }) => [
    `${count(slices.length, 'slice')} on contract ${String(contract)}: it cannot be removed before they move`,
    ...slices.map(
      ({ slice, owner }) =>
        `${owner}: move ${slice} to contract ${String(newest)} with slipway upgrade ${slice} --write, build and deploy it`,
    ),
  ]);

/** @throws `not_found` for an environment that runs nothing */
export async function upgradeEnvironment(
  shellName: string,
  env: string,
  terminal: Terminal,
): Promise<Upgrade> {
  const target = await openTarget(terminal.workspace(), env);
  const composition = await runningComposition(target);
  const shell = await shellOf(shellName, target, composition);
  const published = await Promise.all(
    releasesIn(composition).map(({ id, version }) => publishedRelease(target.store, id, version)),
  );
  const slices = published.flatMap(({ release }) => (release.kind === 'slice' ? [release] : []));
  const blockers = slices
    .flatMap((slice) => blockersOf(shell, slice))
    .map((blocker) => ({ ...blocker, action: stepFor(blocker) }));
  const old = oldContracts(shell, slices);
  const version = shortVersion(shell.version);
  const text = [
    ...(blockers.length === 0
      ? [`Nothing in ${env} holds back the shell ${version}`]
      : [
          `${count(new Set(blockers.map(({ slice }) => slice)).size, 'slice')} of ${env} cannot run in the shell ${version}`,
          table([
            ['slice', 'team', 'needs', 'built for', 'shell has'],
            ...blockers.map(({ slice, owner, needs, builtFor, shellHas }) => [
              ...[slice, owner, needs, builtFor, shellHas ?? 'nothing'],
            ]),
          ]),
          ...blockers.map(({ owner, action }) => `${owner}: ${action}`),
        ]),
    ...oldLines(old),
  ].join('\n');
  return {
    isHeldBack: blockers.length + old.length > 0,
    output: { text, data: { environment: env, shell: shell.version, blockers, oldContracts: old } },
  };
}
