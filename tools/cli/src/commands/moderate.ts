/**
 * `slipway moderate`: suspends agents, deployments and users, lifts suspensions, removes pictures and shared
 * conversations, ends sessions, and lists suspensions and reports.
 */
import { AppError } from '@slipway/contracts';
import * as v from 'valibot';
import { slipwayCommand } from '../command-line/command';
import { callAsOperator } from '../command-line/operator';
import { count, table } from '../command-line/text';

const suspensions = v.array(
  v.object({
    ...{ kind: v.string(), subject: v.string(), name: v.nullable(v.string()) },
    ...{ reason: v.string(), appeal: v.string(), created_at: v.string() },
  }),
);
const reports = v.array(
  v.object({
    ...{ agent_id: v.string(), name: v.string(), creator_id: v.string(), reports: v.number() },
    ...{ reasons: v.array(v.string()), details: v.array(v.string()), is_suspended: v.boolean() },
  }),
);

const conversations = v.array(
  v.object({
    ...{ conversation_id: v.string(), key: v.string(), user_id: v.string(), reports: v.number() },
    ...{ reasons: v.array(v.string()), details: v.array(v.string()) },
  }),
);

/** The kinds that can be suspended, each with its name in the database. */
const kinds = new Map([
  ['agent', 'agent'],
  ['deployment', 'deployment'],
  ['user', 'person'],
]);

const kindOf = (stored: string) => [...kinds].find(([, name]) => name === stored)?.[0] ?? stored;

/** Texts of readers, without line breaks and characters that control the terminal or the direction of text. */
const oneLine = (details: readonly string[]) =>
  details.join(' | ').replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ');

const isId = (text: string | undefined) => v.is(v.pipe(v.string(), v.uuid()), text);

export default slipwayCommand({
  meta: {
    name: 'slipway moderate',
    description: 'Suspend agents, deployments and users; remove pictures and conversations; read reports',
  },
  args: {
    action: {
      type: 'positional',
      description:
        'suspend, lift, remove-picture, remove-conversation, end-sessions, list, reports or conversations',
    },
    kind: {
      type: 'positional',
      required: false,
      description: 'agent, deployment or user; or all; or the id of a shared conversation',
    },
    id: { type: 'positional', required: false, description: 'Its id' },
    reason: { type: 'string', valueHint: 'text', description: 'Shown to the user and to callers' },
    appeal: { type: 'string', valueHint: 'address', description: 'Where to appeal: an email or web address' },
  },
  examples: [
    'slipway moderate reports',
    'slipway moderate suspend agent <id> --reason spam --appeal appeals@slipway.example',
    'slipway moderate lift agent <id> --reason "appeal accepted"',
    'slipway moderate end-sessions user <id> --reason "stolen laptop"',
    'slipway moderate remove-picture agent <id> --reason nudity',
    'slipway moderate conversations',
    'slipway moderate remove-conversation <id> --reason threats',
    'slipway moderate list --json',
  ],
  async run({ action, kind, id, reason, appeal }, terminal) {
    const call = (name: string, parameters: object = {}) => callAsOperator(terminal, name, parameters);
    if (action === 'list') {
      const stored = v.parse(suspensions, await call('list_suspensions'));
      const rows = stored.map((row) => ({ ...row, kind: kindOf(row.kind) }));
      const lines = rows.map((row) => [
        ...[row.kind, row.subject, row.name ?? '', row.created_at, row.reason, row.appeal],
      ]);
      return { text: rows.length === 0 ? 'Nothing is suspended' : table(lines), data: rows };
    }
    if (action === 'reports') {
      const rows = v.parse(reports, await call('list_agent_reports'));
      const lines = rows.map((row) => [
        ...[row.agent_id, row.name, count(row.reports, 'report'), row.reasons.join(', ')],
        ...[row.is_suspended ? 'suspended' : '', oneLine(row.details)],
      ]);
      return { text: rows.length === 0 ? 'No agent is reported' : table(lines), data: rows };
    }
    if (action === 'conversations') {
      const rows = v.parse(conversations, await call('list_conversation_reports'));
      const lines = rows.map((row) => [
        ...[row.conversation_id, row.user_id, count(row.reports, 'report'), row.reasons.join(', ')],
        `/marketplace?conversation=${row.conversation_id}#${row.key}`,
        oneLine(row.details),
      ]);
      return { text: rows.length === 0 ? 'No shared conversation is reported' : table(lines), data: rows };
    }
    if (action === 'remove-conversation') {
      if (!kind || !/^[\da-f]{32}$/.test(kind) || !reason) {
        throw new AppError(
          'invalid_input',
          'slipway moderate remove-conversation needs the id of a shared conversation, and --reason',
        );
      }
      await call('remove_shared_conversation', { id: kind, reason });
      return { text: `The shared conversation ${kind} is removed`, data: { conversation: kind } };
    }
    if (action === 'end-sessions') {
      const isAll = kind === 'all' && !id;
      if (!isAll && (kind !== 'user' || !isId(id))) {
        throw new AppError('invalid_input', 'slipway moderate end-sessions needs user and an id, or all');
      }
      if (!reason) throw new AppError('invalid_input', 'slipway moderate end-sessions needs --reason');
      const parameters = { reason, ...(isAll ? {} : { account: id }) };
      const sessions = v.parse(v.number(), await call('end_user_sessions', parameters));
      return { text: `Ended sessions: ${String(sessions)}`, data: { sessions } };
    }
    if (action === 'remove-picture') {
      if ((kind !== 'agent' && kind !== 'user') || !isId(id) || !reason) {
        throw new AppError(
          'invalid_input',
          'slipway moderate remove-picture needs agent or user, its id, and --reason',
        );
      }
      await call('moderate_picture', { kind: kinds.get(kind), subject: id, reason });
      return { text: `The picture of the ${kind} ${String(id)} is removed`, data: { kind, id } };
    }
    if (action !== 'suspend' && action !== 'lift') {
      throw new AppError(
        'invalid_input',
        `${action} is not an action: use suspend, lift, remove-picture, remove-conversation, end-sessions, list, reports or conversations`,
      );
    }
    const storedKind = kinds.get(kind ?? '');
    if (!kind || !storedKind || !isId(id)) {
      throw new AppError(
        'invalid_input',
        `slipway moderate ${action} needs ${[...kinds.keys()].join(' or ')}, and its id`,
      );
    }
    if (!reason) throw new AppError('invalid_input', `slipway moderate ${action} needs --reason`);
    if (action === 'suspend' && !appeal) {
      throw new AppError('invalid_input', 'slipway moderate suspend needs --appeal');
    }
    const data =
      action === 'suspend'
        ? await call('suspend', { kind: storedKind, subject: id, reason, appeal })
        : await call('lift_suspension', { kind: storedKind, subject: id, reason });
    return {
      text:
        action === 'suspend'
          ? `The ${kind} ${id} is suspended`
          : `The suspension of the ${kind} ${id} is lifted`,
      data: { suspension: data },
    };
  },
});
