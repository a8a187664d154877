/** `slipway env create <name>`: writes a new file in `environments/`. The environment runs nothing until its first deploy. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { dryRun, slipwayCommand } from '../command-line/command';
import { parseEnvironment } from '../environment/environment';

export default slipwayCommand({
  meta: { name: 'slipway env create', description: 'Create an environment file' },
  args: {
    name: { type: 'positional', required: true, description: 'The name, such as staging' },
    store: {
      type: 'string',
      required: true,
      valueHint: 'address',
      description: 'A folder, or s3://bucket/prefix',
    },
    address: {
      type: 'string',
      required: true,
      valueHint: 'origin',
      description: 'The origin that users open',
    },
    backend: {
      type: 'string',
      required: true,
      valueHint: 'origin',
      description: "The backend's origin, or / when it is the app's",
    },
    key: { type: 'string', required: true, valueHint: 'key', description: "The backend's publishable key" },
    ...dryRun,
  },
  examples: [
    'slipway env create staging --store s3://releases/web --address https://staging.example.com --backend https://abc.supabase.co --key sb_publishable_…',
  ],
  async run({ name, store, address, backend, key, 'dry-run': isDryRun }, terminal) {
    const { folder } = terminal.workspace();
    const path = join(folder, `${name}.json`);
    const file = { name, store, address, backend: { url: backend, publishableKey: key } };
    parseEnvironment(file, `environments/${name}.json`);
    if (existsSync(path))
      throw new AppError('conflict', `${path} already exists: change it with slipway env set`);
    if (!isDryRun) {
      await mkdir(folder, { recursive: true });
      await writeFile(path, `${JSON.stringify(file, null, 2)}\n`, { flag: 'wx' });
    }
    return { text: `${isDryRun ? 'Would write' : 'Wrote'} ${path}`, data: { path, isDryRun, ...file } };
  },
});
