/**
 * `slipway env hosting <name>`: writes web server configurations to `deploy/<name>/`, from the current settings, or from
 * the file before the first deploy.
 */
import { join } from 'node:path';
import { dryRun, slipwayCommand } from '../command-line/command';
import { writeOwnFile } from '../command-line/ownFiles';
import { environmentFile } from '../command-line/target';
import { currentComposition } from '../composition/read';
import { compositionSettings, settingsNotice } from '../composition/settings';
import { isFamily } from '../environment/previews';
import { withSettings } from '../environment/settings';
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
    const environment = workspace.environment(name);
    const store = isFamily(environment) ? undefined : await workspace.store(environment);
    const current =
      store && (await compositionSettings(store, await currentComposition(store, environment.name)));
    const files = hostingFiles(current ? withSettings(environment, current.settings) : environment);
    const folder = join(workspace.root, 'deploy', name);
    if (!isDryRun) {
      for (const [file, text] of files) await writeOwnFile(join(folder, file), text);
    }
    const paths = [...files.keys()].map((file) => join('deploy', name, file));
    const file = { path: environmentFile({ workspace, named: name }), environment };
    const notice = settingsNotice(name, file, current || undefined);
    const lines = paths.map((path) => `${isDryRun ? 'Would write' : 'Wrote'} ${path}`);
    return {
      text: [...lines, ...(notice ? [notice] : [])].join('\n'),
      data: { files: paths, isDryRun, ...(notice && { notice }) },
    };
  },
});
