/** `slipway env show <name>`: prints the current settings, or those of the file before the first deploy. */
import { slipwayCommand } from '../command-line/command';
import { environmentFile } from '../command-line/target';
import { currentComposition } from '../composition/read';
import { compositionSettings, settingsNotice } from '../composition/settings';
import { isFamily } from '../environment/previews';
import { withSettings } from '../environment/settings';
import { wholeSeconds } from '../trust/metadata';

export default slipwayCommand({
  meta: { name: 'slipway env show', description: 'Show the current settings' },
  args: { name: { type: 'positional', required: true, description: 'The environment' } },
  examples: ['slipway env show local', 'slipway env show preview/pr-123 --json'],
  async run({ name }, terminal) {
    const workspace = terminal.workspace();
    const file = workspace.environment(name);
    const path = environmentFile({ workspace, named: name });
    const store = isFamily(file) ? undefined : await workspace.store(file);
    const current = store && (await compositionSettings(store, await currentComposition(store, file.name)));
    const environment = current ? withSettings(file, current.settings) : file;
    const { revision, createdAt, author, reason } = current ?? {};
    const source = current
      ? `Settings of revision ${String(revision)}, ${wholeSeconds(createdAt ?? '')}, ${author ?? ''}: ${reason ?? ''}`
      : `${path}, which is not applied yet`;
    const notice = settingsNotice(name, { path, environment: file }, current);
    return {
      text: [source, JSON.stringify(environment, null, 2), ...(notice ? [notice] : [])].join('\n'),
      data: {
        ...environment,
        settings: current ? { revision, createdAt, author, reason } : null,
        ...(notice && { notice }),
      },
    };
  },
});
