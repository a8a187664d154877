/** `slipway env apply [<file>] --env`: gives an environment the settings of a file, as a new revision. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '@slipway/contracts';
import { deployArgs, environmentArg, slipwayCommand } from '../command-line/command';
import { checkChangeArgs } from '../command-line/reason';
import { runDeploy } from '../command-line/runDeploy';
import { environmentFile, openTarget, type Target } from '../command-line/target';
import { currentRevision } from '../composition/read';
import { type Environment, parseEnvironment } from '../environment/environment';
import { parseJsonFile } from '../environment/jsonFile';
import { isFamily } from '../environment/previews';
import { settingsOf } from '../environment/settings';

/** The environment that a file describes. @throws `not_found`, `invalid_input` */
async function readFileOf(path: string): Promise<Environment> {
  const text = await readFile(resolve(path), 'utf8').catch((cause: unknown) => {
    throw new AppError('not_found', `${path} cannot be read: pass the path of an environment file`, {
      cause,
    });
  });
  return parseEnvironment(parseJsonFile(text, path), path);
}

/** The store and the address in the file may differ: `--env` already selects the environment. */
function rejectOther(path: string, file: Environment, { named, environment }: Target): void {
  const [expected = ''] = named.split('/');
  if (file.name === expected && isFamily(file) === (expected !== environment.name)) return;
  throw new AppError(
    'invalid_input',
    `${path} describes ${file.name}, and --env names ${named}: pass the file of ${expected}`,
  );
}

export default slipwayCommand({
  meta: { name: 'slipway env apply', description: "Apply a file's settings to an environment" },
  args: {
    file: {
      type: 'positional',
      required: false,
      description: "The environment file; by default the environment's own",
    },
    ...environmentArg,
    ...deployArgs,
  },
  examples: [
    'slipway env apply environments/production.json --env production --dry-run',
    'slipway env apply environments/production.json --env production --reason "the new name"',
    'slipway env apply --env preview/pr-123 --reason "no overrides"',
  ],
  async run(args, terminal) {
    const { file, env } = args;
    checkChangeArgs(args, terminal);
    const target = await openTarget(terminal.workspace(), env);
    // Read it before the file, so that settings which another command applies in between are a conflict.
    const seen = await currentRevision(target.store, target.environment.name);
    const described = file === undefined ? target.environment : await readFileOf(file);
    if (file !== undefined) rejectOther(file, described, target);
    if (seen === 0) {
      const path = environmentFile(target);
      throw new AppError('not_found', `${env} runs nothing yet: its first deploy applies ${path}`);
    }
    // In the console it is the environment's own file.
    const own = join(target.workspace.folder, `${env.split('/')[0] ?? ''}.json`);
    const isOwn = file === undefined || resolve(file) === own;
    const action = isOwn ? ({ kind: 'settings', environment: env } as const) : undefined;
    const request = { candidates: [], edits: {}, settings: settingsOf(described), seen, action };
    return runDeploy({ ...target, ...request }, args, terminal);
  },
});
