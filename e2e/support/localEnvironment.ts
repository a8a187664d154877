/** Changes what the environment `local`, the one of the server under test, runs: by the command line's own `deploy`. */
import {
  type Candidate,
  deploy,
  type DeployRequest,
  findWorkspace,
  folderStore,
  type Settings,
  settingsOf,
} from '@slipway/cli';
import { home, origin, root, store } from './server';

type Change = Pick<DeployRequest, 'edits' | 'reason'> & {
  candidates?: readonly Candidate[];
  /** Settings that differ from `environments/local.json`. */
  settings?: Partial<Settings>;
};

export async function deployLocally({ candidates = [], settings, ...change }: Change): Promise<void> {
  const workspace = findWorkspace(root, { SLIPWAY_HOME: home });
  const file = workspace.environment('local');
  await deploy({
    ...change,
    workspace,
    environment: { ...file, address: origin },
    settings: { ...settingsOf(file), ...settings },
    store: folderStore(store),
    candidates,
    author: 'e2e',
  });
}
