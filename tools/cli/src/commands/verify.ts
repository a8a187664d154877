/**
 * `slipway verify --env`: a monitor that anyone can run. It verifies from a pinned root to the served bytes, and exits
 * with 5, naming each difference. With `--address` and `--root` it needs no workspace. With `--rebuild` it compares a
 * release with what its commit builds.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Metadata, Root } from '@tufjs/models';
import { AppError } from '@slipway/contracts';
import { slipwayCommand, type Terminal } from '../command-line/command';
import { verifyRebuild } from '../command-line/verifyRebuild';
import { rejectFamily } from '../environment/previews';
import { parseSigned, untrusted } from '../trust/document';
import { verifiedState } from '../trust/deploying';
import { monitor, type MonitorRequest } from '../trust/monitor';
import { openTrust } from '../trust/open';
import { openPins } from '../trust/pins';
import { isUntrusted } from '../trust/revisions';

function readRoot(file: string): Metadata<Root> {
  if (!existsSync(file)) throw new AppError('not_found', `--root ${file} does not exist`);
  return parseSigned('root', readFileSync(file), file);
}

interface Given {
  env: string;
  root?: string | undefined;
  address?: string | undefined;
}

/**
 * Outside a workspace, the arguments are the only input. With `SLIPWAY_HOME`, the command remembers the states of
 * earlier runs.
 */
async function requestOf({ env, root, address }: Given, terminal: Terminal): Promise<MonitorRequest> {
  if (root !== undefined && address !== undefined) {
    const home = terminal.env['SLIPWAY_HOME'];
    const pins = home ? openPins(resolve(home), address) : undefined;
    return { environment: env, address, root: readRoot(resolve(root)), pins, now: new Date() };
  }
  const { trust: options, ...workspace } = terminal.workspace();
  const environment = workspace.environment(env);
  rejectFamily(environment);
  const store = await workspace.store(environment);
  const own = () => (options.isOwn(store.address) ? openPins(options.home, store.address).root() : undefined);
  const pinned = root === undefined ? (own() ?? options.pinnedRoot(environment)) : readRoot(resolve(root));
  if (!pinned)
    throw untrusted(
      `No root is pinned for ${env}: give --root, or save it as ${options.rootFile(environment)}`,
    );
  return {
    environment: environment.name,
    address: address ?? environment.address,
    root: pinned,
    pins: openPins(options.home, address ?? environment.address),
    now: new Date(),
  };
}

/** Approvals are not served, so this part needs the store and a workspace. */
async function policyDifferences(name: string, terminal: Terminal): Promise<string[]> {
  const { trust: options, ...workspace } = terminal.workspace();
  const environment = workspace.environment(name);
  const store = await workspace.store(environment);
  try {
    const trust = await openTrust({ options, store, environment, isReadOnly: true });
    await verifiedState(trust, environment.name);
    return [];
  } catch (error) {
    if (isUntrusted(error) && error instanceof Error) return [error.message];
    throw error;
  }
}

export default slipwayCommand({
  meta: { name: 'slipway verify', description: 'Verify what an environment serves, from a pinned root' },
  args: {
    env: { type: 'string', valueHint: 'name', description: 'The environment; required without --rebuild' },
    rebuild: {
      type: 'string',
      valueHint: 'slice@version',
      description: 'Build this release again from its commit, and compare every byte',
    },
    root: {
      type: 'string',
      valueHint: 'file',
      description: 'The pinned root; by default the one of this workspace',
    },
    address: {
      type: 'string',
      valueHint: 'url',
      description: 'The origin; by default the one of the environment',
    },
    policy: {
      type: 'boolean',
      default: false,
      description: 'Also verify in the store that the revisions met the policy; needs read access',
    },
  },
  examples: [
    'slipway verify --env production',
    'slipway verify --env production --policy',
    'slipway verify --env production --root root.json --address https://app.example.com',
    'slipway verify --rebuild marketplace@1a2b3c4d',
  ],
  async run({ env, rebuild, root, address: given, policy }, terminal) {
    if (rebuild !== undefined) return verifyRebuild(terminal, rebuild, env);
    if (env === undefined) throw new AppError('invalid_input', 'Pass --env, or --rebuild with a release');
    const address = given?.replace(/\/+$/, ''); // an origin, as browsers copy it
    if (address !== undefined && !(/^https?:\/\//.test(address) && URL.canParse(address)))
      throw new AppError(
        'invalid_input',
        `--address ${address} must be an origin, such as https://app.example.com`,
      );
    const request = await requestOf({ env, root, address }, terminal);
    const report = await monitor(request).catch((error: unknown) => {
      if (error instanceof TypeError) {
        throw new AppError('unavailable', `${request.address} cannot be reached: check the address`, {
          cause: error,
        });
      }
      throw error;
    });
    const { revision, responses } = report;
    const differences = [...report.differences, ...(policy ? await policyDifferences(env, terminal) : [])];
    if (differences.length > 0) {
      throw untrusted(
        `${request.address} does not serve what was signed:\n${differences.map((line) => `  ${line}`).join('\n')}`,
      );
    }
    return {
      text: `${request.address} serves revision ${String(revision)} of ${request.environment} as it was signed: ${String(responses)} responses match`,
      data: report,
    };
  },
});
