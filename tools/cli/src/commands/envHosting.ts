/**
 * `slipway env hosting <name>`: writes web server configurations to `deploy/<name>/`, from the current settings, or from
 * the file before the first deploy.
 */
import { join } from 'node:path';
import { AppError, isAppError } from '@slipway/contracts';
import { dryRun, slipwayCommand } from '../command-line/command';
import { writeOwnFile } from '../command-line/ownFiles';
import { environmentFile } from '../command-line/target';
import { currentComposition } from '../composition/read';
import { compositionSettings, settingsNotice } from '../composition/settings';
import type { Environment } from '../environment/environment';
import { isFamily } from '../environment/previews';
import { withSettings } from '../environment/settings';
import { hostingFiles } from '../hosting/files';

/** A missing setting may be in the file, and not applied yet. @throws `invalid_input` */
function filesFrom(environment: Environment, notice: string | undefined): ReadonlyMap<string, string> {
  try {
    return hostingFiles(environment);
  } catch (cause) {
    if (!isAppError(cause) || notice === undefined) throw cause;
    throw new AppError(cause.code, `${cause.message}\n${notice}`, { cause });
  }
}

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
    const file = { path: environmentFile({ workspace, named: name }), environment };
    const notice = settingsNotice(name, file, current || undefined);
    const files = filesFrom(current ? withSettings(environment, current.settings) : environment, notice);
    const folder = join(workspace.root, 'deploy', name);
    if (!isDryRun) {
      for (const [file, text] of files) await writeOwnFile(join(folder, file), text);
    }
    const paths = [...files.keys()].map((file) => join('deploy', name, file));
    const lines = paths.map((path) => `${isDryRun ? 'Would write' : 'Wrote'} ${path}`);
    return {
      text: [...lines, ...(notice ? [notice] : [])].join('\n'),
      data: { files: paths, isDryRun, ...(notice && { notice }) },
    };
  },
});
