/** `slipway env hosting <name>`: writes web server configurations for an environment to `deploy/<name>/`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dryRun, slipwayCommand } from '../command-line/command';
import { hostingFiles } from '../hosting/files';

export default slipwayCommand({
  meta: { name: 'slipway env hosting', description: 'Write web server configurations' },
  args: {
    name: { type: 'positional', required: true, description: 'The environment, or a family of previews' },
    ...dryRun,
  },
  examples: ['slipway env hosting local', 'slipway env hosting preview'],
  async run({ name, 'dry-run': isDryRun }, terminal) {
    const workspace = terminal.workspace();
    const files = hostingFiles(workspace.environment(name));
    const folder = join(workspace.root, 'deploy', name);
    if (!isDryRun) {
      await mkdir(folder, { recursive: true });
      for (const [file, text] of files) await writeFile(join(folder, file), text);
    }
    const paths = [...files.keys()].map((file) => join('deploy', name, file));
    return {
      text: paths.map((path) => `${isDryRun ? 'Would write' : 'Wrote'} ${path}`).join('\n'),
      data: { files: paths, isDryRun },
    };
  },
});
