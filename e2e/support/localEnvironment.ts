/** Changes what an environment of the server under test runs: by the command line's own `deploy`, in this process. */
import {
  type Candidate,
  deploy,
  type DeployRequest,
  type Environment,
  findWorkspace,
  folderStore,
  type Settings,
  settingsOf,
} from '@slipway/cli';
import { home, origin, root, store } from './server';

type Change = Pick<DeployRequest, 'edits' | 'reason' | 'withoutFallback'> & {
  candidates?: readonly Candidate[];
  /** Settings that differ from `environments/local.json`. */
  settings?: Partial<Settings>;
};

const workspace = findWorkspace(root, { SLIPWAY_HOME: home });

export const deployLocally = (change: Change): Promise<void> =>
  deployTo({ ...workspace.environment('local'), address: origin }, change);

/** @param file with the settings that the environment has from now on */
export async function deployTo(
  file: Environment,
  { candidates = [], settings, ...change }: Change,
): Promise<void> {
  await deploy({
    ...change,
    workspace,
    environment: file,
    settings: { ...settingsOf(file), ...settings },
    store: folderStore(store),
    candidates,
    author: 'e2e',
  });
}
