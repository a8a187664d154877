/** `slipway upgrade` without `--env`: which slices in source are on an older contract, and the codemods that move them. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CONTRACT_VERSION } from '@slipway/contracts';
import { isBehind, type SourceUpgrade, upgradeSource } from '../upgrade/upgradeSource';
import type { Output, Terminal } from './command';
import { apps, isPath, isSliceFolder, sliceFolder } from './slices';
import { count, table } from './text';

export interface Upgrade {
  output: Output;
  /** Whether something keeps a shell from a release, or an old contract from its removal. */
  isHeldBack: boolean;
}

const isSlice = (folder: string) => isSliceFolder(folder) && !existsSync(join(folder, 'shell.manifest.ts'));

/** The named slices; without a name the one in this folder, or all below `apps/`. Paths need no workspace. */
function foldersOf(slices: readonly string[], terminal: Terminal): string[] {
  if (slices.length > 0) {
    return slices.map((slice) =>
      isPath(slice) && isSlice(resolve(slice)) ? resolve(slice) : sliceFolder(terminal.workspace(), slice),
    );
  }
  if (isSlice(process.cwd())) return [process.cwd()];
  const workspace = terminal.workspace();
  return apps(workspace)
    .map((name) => join(workspace.root, 'apps', name))
    .filter(isSlice);
}

const newest = String(CONTRACT_VERSION);

/** The argument for a slice in a command that is run here: none in its folder, its name below `apps/`, or its path. */
function namedHere(folder: string): string[] {
  const path = relative(process.cwd(), folder);
  if (path === '') return [];
  if (basename(dirname(folder)) === 'apps') return [basename(folder)];
  return [path.startsWith('..') ? path : `./${path}`];
}

function lineOf(upgrade: SourceUpgrade, folder: string, isWritten: boolean): string {
  const files = upgrade.files.map((path) => relative(folder, path)).join(', ');
  if (upgrade.byHand !== null) return `${upgrade.owner}: ${upgrade.slice}: ${upgrade.byHand}`;
  return isWritten
    ? `${upgrade.slice} is on contract ${newest} now (${files}): format it, run its tests, build and deploy it`
    : `${upgrade.owner}: ${['slipway upgrade', ...namedHere(folder), '--write'].join(' ')} changes ${files} of ${basename(folder)}; then build and deploy it`;
}

/** @throws `not_found` for a name without a slice */
export function upgradeSources(slices: readonly string[], isWritten: boolean, terminal: Terminal): Upgrade {
  const all = foldersOf(slices, terminal).map((folder) => ({
    folder,
    upgrade: upgradeSource(folder, isWritten),
  }));
  const behind = all.filter(({ upgrade }) => isBehind(upgrade));
  const left = isWritten ? behind.filter(({ upgrade }) => upgrade.byHand !== null) : behind;
  const text =
    behind.length === 0
      ? `${all.length === 1 ? 'The slice is' : `All ${count(all.length, 'slice')} are`} on contract ${newest}`
      : [
          `On an older contract than ${newest}${isWritten ? ' before' : ''}: ${String(behind.length)} of ${count(all.length, 'slice')}`,
          table([
            ['slice', 'team', 'contract'],
            ...behind.map(({ upgrade: { slice, owner, contract } }) => [slice, owner, String(contract)]),
          ]),
          ...behind.map(({ upgrade, folder }) => lineOf(upgrade, folder, isWritten)),
        ].join('\n');
  return { isHeldBack: left.length > 0, output: { text, data: all.map(({ upgrade }) => upgrade) } };
}
