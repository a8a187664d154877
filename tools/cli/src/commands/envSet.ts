/**
 * `slipway env set <name> <field> <value>`: changes one field of an environment's file. An environment of this machine
 * gets the new settings at once, unless its policy requires approvals; any other gets them with `slipway env apply`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, defaultSite } from '@slipway/contracts';
import { author } from '../command-line/author';
import { dryRun, slipwayCommand, type Terminal } from '../command-line/command';
import { replaceOwnFile } from '../command-line/ownFiles';
import { environmentFile, openTarget, type Target } from '../command-line/target';
import { deploy } from '../composition/deploy';
import { currentComposition, currentRevision } from '../composition/read';
import { compositionSettings } from '../composition/settings';
import { changedFile } from '../environment/changedFile';
import type { Environment } from '../environment/environment';
import { parseJsonFile } from '../environment/jsonFile';
import { isFamily } from '../environment/previews';
import { atRunningServer } from '../environment/runningServer';
import { settingsOf } from '../environment/settings';
import type { Workspace } from '../environment/workspace';

/** Whether the current policy requires an approved plan for a change. */
async function needsPlan({ store, environment }: Target): Promise<boolean> {
  const composition = await currentComposition(store, environment.name);
  const current = await compositionSettings(store, composition);
  return current?.settings.policy?.approvals !== undefined;
}

/** The current revision of an environment of this machine; undefined for others. @throws `not_found` */
async function revisionHere(workspace: Workspace, name: string): Promise<number | undefined> {
  const environment = workspace.environment(name);
  return environment.backend === 'embedded' && !isFamily(environment)
    ? currentRevision(await workspace.store(environment), environment.name)
    : undefined;
}

interface SetField {
  field: string;
  /** The environment as the file describes it with the field; a dry run has not written it. */
  wanted: Environment;
  /** The revision that was current when the file was read. */
  seen: number | undefined;
}

/** Only commands read these fields, in the file: no revision has them. */
const fileOnly = ['store', 'root'];

const fileOnlyText = (field: string, isDryRun: boolean) =>
  `Commands ${isDryRun ? 'would use it then' : 'use it from now on'}${field === 'store' ? '. Releases and history are not copied' : ''}`;

/** Gives an environment of this machine its new settings, or returns the command that does. */
async function apply(
  target: Target,
  { field, wanted, seen }: SetField,
  isDryRun: boolean,
  terminal: Terminal,
): Promise<{ next: string; revision: number | null }> {
  const { store, workspace } = target;
  const { name } = wanted;
  const command = `slipway env apply ${environmentFile(target)} --env ${name} --reason "…"`;
  const isHere = wanted.backend === 'embedded' && (await currentRevision(store, name)) > 0;
  if (isHere && (await needsPlan(target)))
    return {
      next: `It ${isDryRun ? 'would need' : 'needs'} approvals: ${command} --plan`,
      revision: null,
    };
  if (!isHere) return { next: isDryRun ? `To apply it: ${command}` : `Apply it: ${command}`, revision: null };
  const { composition } = await deploy({
    ...target,
    environment: atRunningServer(wanted, workspace.home), // the address, too
    candidates: [],
    edits: {},
    settings: settingsOf(wanted),
    isDryRun,
    ...(seen !== undefined && { seen }),
    author: author(terminal.env, workspace.root),
    reason: `slipway env set ${field}`,
  });
  const { revision } = composition;
  return isDryRun
    ? { next: `${name} would run revision ${String(revision)}`, revision: null }
    : { next: `${name} now runs revision ${String(revision)}`, revision };
}

export default slipwayCommand({
  meta: { name: 'slipway env set', description: 'Change a field of an environment file' },
  args: {
    name: { type: 'positional', required: true, description: 'The environment' },
    field: {
      type: 'positional',
      required: true,
      description: 'A field, such as allowOverrides or site.name',
    },
    value: { type: 'positional', required: true, description: 'Text or JSON' },
    ...dryRun,
  },
  examples: [
    'slipway env set local allowOverrides true',
    'slipway env set staging site.name Harbor',
    'slipway env set production policy.minimumTime \'[{"environment":"staging","minutes":60}]\'',
  ],
  async run({ name, field, value, 'dry-run': isDryRun }, terminal) {
    const workspace = terminal.workspace();
    workspace.environment(name);
    const [family = '', preview] = name.split('/');
    if (preview !== undefined)
      throw new AppError(
        'invalid_input',
        `A preview has no file: set ${field} of ${family}, then run slipway env apply --env ${name}`,
      );
    const path = join(workspace.folder, `${name}.json`);
    const parts = field.split('.');
    const isInFileOnly = fileOnly.includes(field);
    // Read it before the file, so that settings which another command applies in between are a conflict.
    const seen = isInFileOnly ? undefined : await revisionHere(workspace, name);
    const before = await readFile(path, 'utf8');
    const title = environmentFile({ workspace, named: name });
    const file = parseJsonFile(before, title) as Record<string, unknown>;
    // A site has all of its texts or none, so the first one that is set also writes the defaults of the others.
    const complete = parts[0] === 'site' && parts.length > 1 ? { site: defaultSite, ...file } : file;
    const { fields, environment } = changedFile(complete, parts, value, title);
    if (environment.name !== name) {
      throw new AppError(
        'invalid_input',
        `An environment has the name of its file: create another one with slipway env create`,
      );
    }
    if (isInFileOnly) await workspace.store(environment); // rejects an address that is not a store's
    const after = `${JSON.stringify(fields, null, 2)}\n`;
    if (!isDryRun) await replaceOwnFile(path, before, after);
    const { next, revision } = isFamily(environment)
      ? { next: `New previews of ${name} ${isDryRun ? 'would use' : 'use'} it`, revision: null }
      : isInFileOnly
        ? { next: fileOnlyText(field, isDryRun), revision: null }
        : await apply(
            await openTarget(workspace, name),
            { field, wanted: environment, seen },
            isDryRun,
            terminal,
          ).catch(async (error: unknown) => {
            // `npm start` applies the file: it must not keep what the check rejected. Others may have changed it since.
            if (!isDryRun) await replaceOwnFile(path, after, before).catch(() => undefined);
            throw error;
          });
    const done = `${field} of ${name} to ${value}`;
    return {
      text: isDryRun ? `Would set ${done} (dry run, nothing was written). ${next}` : `Set ${done}. ${next}`,
      data: { environment, isDryRun, revision },
    };
  },
});
