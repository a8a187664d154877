/** `slipway env hosting <name>`: writes an environment's web server configurations into `deploy/<name>/`, from its file and the header table. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { slipwayCommand, writing } from '../command-line/command';
import { hostingFiles } from '../hosting/files';

export default slipwayCommand({
  meta: { name: 'slipway env hosting', description: 'Write the configurations of its web server' },
  args: {
    name: { type: 'positional', required: true, description: 'The environment, or a family of previews' },
    'dry-run': writing['dry-run'],
  },
  examples: ['slipway env hosting staging', 'slipway env hosting preview'],
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
      text: paths.map((path) => `${path} ${isDryRun ? 'would be' : 'is'} written`).join('\n'),
      data: { files: paths, isDryRun },
    };
  },
});
