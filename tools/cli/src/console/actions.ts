/** Actions of the console as commands of `slipway`: the same arguments run here and are shown to the user. */
import * as v from 'valibot';
import { parseDocument } from '@slipway/contracts';
import type { SlipwayCommand } from '../command-line/command';
import approve from '../commands/approve';
import canary from '../commands/canary';
import deploy from '../commands/deploy';
import envApply from '../commands/envApply';
import promote from '../commands/promote';
import rollback from '../commands/rollback';
import type { Action } from './api';

const slice = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,38}$/, 'must be the name of a slice'));
const environment = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,38}(?:\/[a-z0-9][a-z0-9-]{0,38})?$/, 'must be the name of an environment'),
);
const version = v.pipe(v.string(), v.regex(/^[0-9a-f]{4,16}$/, 'must be a version'));
const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const releases = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,38}@[0-9a-f]{4,16}$/, 'must be a release'))),
  v.minLength(1),
  v.maxLength(500),
);
const slices = v.pipe(v.array(slice), v.maxLength(500));

/** Every text has a pattern without a leading hyphen, a slash or a dot, so none of it can become an option or a path. */
export const actionSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('promote'), from: environment, to: environment, slices }),
  v.strictObject({ kind: v.literal('rollback'), environment, to: revision, slices }),
  v.strictObject({
    ...{ kind: v.literal('canary'), environment, slice },
    version: v.optional(version),
    of: v.optional(version),
    percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
  }),
  v.strictObject({
    kind: v.picklist(['finish', 'abort']),
    ...{ environment, slice, version: v.optional(version) },
  }),
  v.strictObject({ kind: v.literal('settings'), environment }),
  v.strictObject({ kind: v.literal('deploy'), environment, releases }),
  v.strictObject({
    kind: v.literal('approve'),
    environment,
    plan: v.pipe(v.string(), v.regex(/^[0-9a-f]{8,64}$/, 'must be the id of a plan')),
  }),
  v.strictObject({ kind: v.literal('acknowledge'), environment, revision }),
]);

export interface CommandLine {
  name: string;
  command: SlipwayCommand;
  args: readonly string[];
}

/** @throws `invalid_input` */
export const parseAction = (input: unknown): Action => parseDocument(actionSchema, input, 'action');

const canaryOf = ({ slice, version }: { slice: string; version?: string | undefined }) =>
  version === undefined ? slice : `${slice}@${version}`;

export function commandOf(action: Action): CommandLine {
  switch (action.kind) {
    case 'promote': {
      const what = action.slices.length > 0 ? action.slices : ['--all'];
      return {
        name: 'promote',
        command: promote,
        args: [...what, '--from', action.from, '--to', action.to],
      };
    }
    case 'rollback':
      return {
        name: 'rollback',
        command: rollback,
        args: [...action.slices, '--env', action.environment, '--to', String(action.to)],
      };
    case 'canary': {
      return {
        name: 'canary',
        command: canary,
        args: [canaryOf(action), '--env', action.environment, '--percent', String(action.percent)],
      };
    }
    case 'finish':
    case 'abort':
      return {
        name: 'canary',
        command: canary,
        args: [canaryOf(action), '--env', action.environment, `--${action.kind}`],
      };
    case 'settings':
      return { name: 'env apply', command: envApply, args: ['--env', action.environment] };
    case 'deploy':
      return {
        name: 'deploy',
        command: deploy,
        args: [...action.releases, '--env', action.environment],
      };
    case 'approve':
      return { name: 'approve', command: approve, args: [action.environment, action.plan] };
    case 'acknowledge':
      return {
        name: 'approve',
        command: approve,
        args: [action.environment, '--revision', String(action.revision)],
      };
  }
}

/** The environment that an action changes. */
export const targetOf = (action: Action): string =>
  action.kind === 'promote' ? action.to : action.environment;

const quoted = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The command as text, quoted for a shell. */
export const shownCommand = ({ name, args }: CommandLine): string =>
  ['npx slipway', name, ...args.map(quoted)].join(' ');
