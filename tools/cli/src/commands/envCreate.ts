/** `slipway env create <name>`: writes a new file in `environments/`. What runs there is decided by the first deploy. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { slipwayCommand, writing } from '../command-line/command';
import { parseEnvironment } from '../environment/environment';

export default slipwayCommand({
  meta: { name: 'slipway env create', description: 'Write a new environment file' },
  args: {
    name: { type: 'positional', required: true, description: 'Its name, such as staging' },
    store: {
      type: 'string',
      required: true,
      valueHint: 'address',
      description: 'A folder, or s3://bucket/prefix',
    },
    address: { type: 'string', required: true, valueHint: 'origin', description: 'Where people open it' },
    backend: {
      type: 'string',
      required: true,
      valueHint: 'origin',
      description: 'The backend, or / for the same origin',
    },
    key: { type: 'string', required: true, valueHint: 'key', description: "The backend's publishable key" },
    'dry-run': writing['dry-run'],
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
      throw new AppError('conflict', `${path} exists already: slipway env set changes it`);
    if (!isDryRun) {
      await mkdir(folder, { recursive: true });
      await writeFile(path, `${JSON.stringify(file, null, 2)}\n`, { flag: 'wx' });
    }
    return { text: `${path} ${isDryRun ? 'would be' : 'is'} written`, data: { path, isDryRun, ...file } };
  },
});
