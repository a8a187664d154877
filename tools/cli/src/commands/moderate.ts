/**
 * `slipway moderate`: suspends agents, deployments and users, lifts suspensions, removes pictures and shared
 * conversations, ends sessions, and lists suspensions and reports.
 */
import { AppError } from '@slipway/contracts';
import * as v from 'valibot';
import { type Output, slipwayCommand } from '../command-line/command';
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

const isId = (text: string | undefined): text is string => v.is(v.pipe(v.string(), v.uuid()), text);

interface Request {
  kind: string | undefined;
  id: string | undefined;
  reason: string | undefined;
  appeal: string | undefined;
  /** Calls a function of the database. */
  call: (name: string, parameters?: object) => Promise<unknown>;
}

const wants = (action: string, what: string) =>
  new AppError('invalid_input', `slipway moderate ${action} needs ${what}`);

/** The id of a subject; of a user also by email address. @throws `invalid_input` with `needed`, `not_found` */
async function subjectId({ kind, id, call }: Request, needed: () => AppError): Promise<string> {
  if (kind === 'user' && id?.includes('@'))
    return v.parse(v.string(), await call('user_by_email', { email: id }));
  if (id === undefined) throw needed();
  if (!isId(id))
    throw new AppError(
      'invalid_input',
      `${id} is not ${kind === 'user' ? 'an id or an email address' : 'an id'}: ${needed().message}`,
    );
  return id;
}

async function listSuspensions({ call }: Request): Promise<Output> {
  const stored = v.parse(suspensions, await call('list_suspensions'));
  const rows = stored.map((row) => ({ ...row, kind: kindOf(row.kind) }));
  const lines = rows.map((row) => [
    ...[row.kind, row.subject, row.name ?? '', row.created_at, row.reason, row.appeal],
  ]);
  return { text: rows.length === 0 ? 'Nothing is suspended' : table(lines), data: rows };
}

async function listAgentReports({ call }: Request): Promise<Output> {
  const rows = v.parse(reports, await call('list_agent_reports'));
  const lines = rows.map((row) => [
    ...[row.agent_id, row.name, count(row.reports, 'report'), row.reasons.join(', ')],
    ...[row.is_suspended ? 'suspended' : '', oneLine(row.details)],
  ]);
  return { text: rows.length === 0 ? 'No agent is reported' : table(lines), data: rows };
}

async function listConversationReports({ call }: Request): Promise<Output> {
  const rows = v.parse(conversations, await call('list_conversation_reports'));
  const lines = rows.map((row) => [
    ...[row.conversation_id, row.user_id, count(row.reports, 'report'), row.reasons.join(', ')],
    `/marketplace?conversation=${row.conversation_id}#${row.key}`,
    oneLine(row.details),
  ]);
  return { text: rows.length === 0 ? 'No shared conversation is reported' : table(lines), data: rows };
}

async function removeConversation({ kind: id, reason, call }: Request): Promise<Output> {
  if (!id || !/^[\da-f]{32}$/.test(id) || !reason)
    throw wants('remove-conversation', 'the id of a shared conversation, and --reason');
  await call('remove_shared_conversation', { id, reason });
  return { text: `The shared conversation ${id} is removed`, data: { conversation: id } };
}

async function endSessions(request: Request): Promise<Output> {
  const { kind, id, reason, call } = request;
  const needed = () => wants('end-sessions', 'user and an id or email address, or all');
  const isAll = kind === 'all' && !id;
  if (!isAll && kind !== 'user') throw needed();
  if (!reason) throw wants('end-sessions', '--reason');
  const account = isAll ? {} : { account: await subjectId(request, needed) };
  const sessions = v.parse(v.number(), await call('end_user_sessions', { reason, ...account }));
  return { text: `Ended sessions: ${String(sessions)}`, data: { sessions } };
}

async function removePicture(request: Request): Promise<Output> {
  const { kind, reason, call } = request;
  const needed = () => wants('remove-picture', 'agent or user, its id, and --reason');
  if ((kind !== 'agent' && kind !== 'user') || !reason) throw needed();
  const id = await subjectId(request, needed);
  await call('moderate_picture', { kind: kinds.get(kind), subject: id, reason });
  return { text: `The picture of the ${kind} ${id} is removed`, data: { kind, id } };
}

/** The parameters that suspending and lifting share. */
async function suspensionOf(action: string, request: Request) {
  const { kind = '', reason } = request;
  const needed = () => wants(action, 'agent, deployment or user, and its id');
  const storedKind = kinds.get(kind);
  if (!storedKind) throw needed();
  if (!reason) throw wants(action, '--reason');
  return { kind, stored: { kind: storedKind, subject: await subjectId(request, needed), reason } };
}

async function suspend(request: Request): Promise<Output> {
  const { appeal, call } = request;
  const { kind, stored } = await suspensionOf('suspend', request);
  if (!appeal) throw wants('suspend', '--appeal');
  const suspension = await call('suspend', { ...stored, appeal });
  return { text: `The ${kind} ${stored.subject} is suspended`, data: { suspension } };
}

async function lift(request: Request): Promise<Output> {
  const { kind, stored } = await suspensionOf('lift', request);
  const suspension = await request.call('lift_suspension', stored);
  return { text: `The suspension of the ${kind} ${stored.subject} is lifted`, data: { suspension } };
}

const actions = new Map<string, (request: Request) => Promise<Output>>([
  ['suspend', suspend],
  ['lift', lift],
  ['remove-picture', removePicture],
  ['remove-conversation', removeConversation],
  ['end-sessions', endSessions],
  ['list', listSuspensions],
  ['reports', listAgentReports],
  ['conversations', listConversationReports],
]);
const actionNames = [...actions.keys()].join(', ').replace(/, (\S+)$/, ' or $1');

export default slipwayCommand({
  meta: {
    name: 'slipway moderate',
    description: 'Suspend agents, deployments and users; remove pictures and conversations; read reports',
  },
  args: {
    action: { type: 'positional', required: true, description: actionNames },
    kind: {
      type: 'positional',
      required: false,
      description: 'agent, deployment or user; or all; or the id of a shared conversation',
    },
    id: { type: 'positional', required: false, description: 'Its id, or the email address of a user' },
    reason: { type: 'string', valueHint: 'text', description: 'Shown to the user and to callers' },
    appeal: { type: 'string', valueHint: 'address', description: 'Where to appeal: an email or web address' },
  },
  examples: [
    'slipway moderate reports',
    'slipway moderate suspend agent <id> --reason spam --appeal appeals@slipway.example',
    'slipway moderate lift agent <id> --reason "appeal accepted"',
    'slipway moderate end-sessions user ada@example.com --reason "stolen laptop"',
    'slipway moderate remove-picture agent <id> --reason nudity',
    'slipway moderate conversations',
    'slipway moderate remove-conversation <id> --reason threats',
    'slipway moderate list --json',
  ],
  async run({ action, kind, id, reason, appeal }, terminal) {
    const perform = actions.get(action);
    if (!perform) throw new AppError('invalid_input', `${action} is not an action: use ${actionNames}`);
    const call = (name: string, parameters: object = {}) => callAsOperator(terminal, name, parameters);
    return perform({ kind, id, reason, appeal, call });
  },
});
