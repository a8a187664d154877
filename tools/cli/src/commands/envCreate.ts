/** `slipway env create <name>`: writes a new file in `environments/`. Like `local`, the server of `npm start` runs it too. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { dryRun, slipwayCommand } from '../command-line/command';
import { writeOwnFile } from '../command-line/ownFiles';
import { environmentFile } from '../command-line/target';
import { parseEnvironment } from '../environment/environment';
import { addressLike, startedByServer } from '../environment/likeLocal';
import { hasOwnServer } from '../environment/runningServer';
import type { Workspace } from '../environment/workspace';

const optional = { type: 'string', required: false } as const;

type Fields = Record<string, unknown>;

/** The fields of another environment's file, with the new address. */
async function fieldsLike(workspace: Workspace, like: string, address: string | undefined): Promise<Fields> {
  const environment = workspace.environment(like);
  if (like.includes('/'))
    throw new AppError('invalid_input', `The preview ${like} has no file: give --like another environment`);
  const file = JSON.parse(readFileSync(join(workspace.folder, `${like}.json`), 'utf8')) as Fields;
  return { ...file, address: address ?? (await addressLike(workspace, environment)) };
}

export default slipwayCommand({
  meta: { name: 'slipway env create', description: 'Create an environment' },
  args: {
    name: { type: 'positional', required: true, description: 'The name, such as staging' },
    like: {
      ...optional,
      valueHint: 'name',
      description: 'Copy another environment; like local, it gets its own server and data',
    },
    store: { ...optional, valueHint: 'address', description: 'A folder, or s3://bucket/prefix' },
    address: { ...optional, valueHint: 'origin', description: 'The origin that users open' },
    backend: {
      ...optional,
      valueHint: 'origin',
      description: "The backend's origin, or / when it is the app's",
    },
    key: { ...optional, valueHint: 'key', description: "The backend's publishable key" },
    ...dryRun,
  },
  examples: [
    'slipway env create staging --like local',
    'slipway env create staging --store s3://releases/web --address https://staging.example.com --backend https://abc.supabase.co --key sb_publishable_…',
  ],
  async run({ name, like, store, address, backend, key, 'dry-run': isDryRun }, terminal) {
    const workspace = terminal.workspace();
    const path = join(workspace.folder, `${name}.json`);
    if (existsSync(path))
      throw new AppError('conflict', `${path} already exists: change it with slipway env set`);
    const missing = Object.entries({ store, address, backend, key }).filter(([, value]) => !value);
    if (!like && missing.length > 0)
      throw new AppError(
        'invalid_input',
        `Pass ${missing.map(([option]) => `--${option}`).join(', ')}, or --like with the name of another environment`,
      );
    if ((backend === undefined) !== (key === undefined))
      throw new AppError('invalid_input', 'Pass --backend and --key together');
    const file = {
      ...(like && (await fieldsLike(workspace, like, address))),
      name,
      ...(store && { store }),
      ...(address && { address }),
      ...(backend && { backend: { url: backend, publishableKey: key } }),
    };
    const environment = parseEnvironment(file, environmentFile({ workspace, named: name }));
    await workspace.store(environment); // its address may be wrong
    if (store && like && hasOwnServer(environment))
      throw new AppError(
        'invalid_input',
        `npm start serves ${name} from the store of ${like}: leave out --store, or give the --backend and --key of an environment elsewhere`,
      );
    if (!isDryRun) {
      await writeOwnFile(path, `${JSON.stringify(file, null, 2)}\n`, { isNew: true });
    }
    const next = isDryRun || !hasOwnServer(environment) ? undefined : await start(workspace, name);
    return {
      text: [`${isDryRun ? 'Would write' : 'Wrote'} ${path}`, ...(next ? [next] : [])].join('\n'),
      data: { path, isDryRun, ...file },
    };

    async function start(workspace: Workspace, name: string): Promise<string> {
      terminal.progress(`Waiting for npm start to serve ${name} at ${environment.address}`);
      const toDo = await startedByServer(workspace, name);
      return toDo === undefined
        ? `${name} runs at ${environment.address}, with its own data`
        : `${toDo}: it serves ${name} at ${environment.address}, with its own data`;
    }
  },
});
