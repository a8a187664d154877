/** Changes what the environment `local`, the one of the server under test, runs: by the command line's own `deploy`. */
import {
  type Candidate,
  deploy,
  type DeployRequest,
  type Environment,
  findWorkspace,
  folderStore,
} from '@slipway/cli';
import { home, origin, root, store } from './server';

type Change = Pick<DeployRequest, 'edits' | 'reason'> & {
  candidates?: readonly Candidate[];
  /** Settings that differ from `environments/local.json`. */
  settings?: Partial<Environment>;
};

export async function deployLocally({ candidates = [], settings, ...change }: Change): Promise<void> {
  const workspace = findWorkspace(root, { SLIPWAY_HOME: home });
  await deploy({
    ...change,
    workspace,
    environment: { ...workspace.environment('local'), address: origin, ...settings },
    store: folderStore(store),
    candidates,
    author: 'e2e',
  });
}
