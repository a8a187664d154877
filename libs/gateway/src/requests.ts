/** Request bodies: their schemas, their error messages, and the conversation that each one contains. */
import { encodedBody } from '@slipway/server';
import * as v from 'valibot';
import { MAX_MESSAGES } from '@slipway/contracts';
import { ApiProblem } from './apiProblem';
import type { ChatMessage } from './models/model';
import { toolApprovalSchema } from './tools/approvals';

const MAX_CHARACTERS = 100_000;
/** Characters; the database has the same limit. */
const MAX_PROMPT = 8_000;

export const text = v.pipe(
  v.string('must be text'),
  v.nonEmpty('must not be empty'),
  v.maxLength(MAX_CHARACTERS, `must have up to ${String(MAX_CHARACTERS)} characters`),
);

export const between = (least: number, most: number) => {
  const message = `must be between ${String(least)} and ${String(most)}`;
  return v.pipe(v.number('must be a number'), v.minValue(least, message), v.maxValue(most, message));
};

export const conversation = <const T extends v.GenericSchema>(message: T) =>
  v.pipe(
    v.array(message, 'must be a list'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(MAX_MESSAGES, `must have up to ${String(MAX_MESSAGES)} messages`),
  );

const messages = conversation(
  v.strictObject({ role: v.picklist(['user', 'assistant'], 'must be "user" or "assistant"'), content: text }),
);

const stream = v.optional(v.boolean('must be true or false'), false);

/** `POST /v1/agents/<slug>`: one message, or a conversation. */
export const callSchema = v.pipe(
  v.strictObject({
    ...{ message: v.optional(text), messages: v.optional(messages), stream },
    tool_approval: v.optional(toolApprovalSchema),
  }),
  v.check(
    (call) => (call.message === undefined) !== (call.messages === undefined),
    'must have either "message" or "messages"',
  ),
);

/** `POST /v1/preview`: an agent, an unsaved prompt, or an agent with an unsaved prompt. */
export const previewSchema = v.pipe(
  v.strictObject({
    agent_id: v.optional(v.pipe(v.string('must be text'), v.uuid('must be the id of an agent'))),
    prompt: v.optional(
      v.pipe(
        v.string('must be text'),
        v.maxLength(MAX_PROMPT, `must have up to ${String(MAX_PROMPT)} characters`),
      ),
    ),
    name: v.optional(v.pipe(v.string('must be text'), v.maxLength(80, 'must have up to 80 characters'))),
    temperature: v.optional(between(0, 2)),
    max_tokens: v.optional(v.pipe(between(1, 4000), v.integer('must be a whole number'))),
    messages,
    stream,
    tool_approval: v.optional(toolApprovalSchema),
  }),
  v.check(
    (preview) => preview.agent_id !== undefined || preview.prompt !== undefined,
    'must have "agent_id", "prompt" or both',
  ),
);

/** `POST /v1/tools`: the address of a server of tools. */
export const listToolsSchema = v.strictObject({
  agent_id: v.pipe(v.string('must be text'), v.uuid('must be the id of an agent')),
  url: v.pipe(v.string('must be text'), v.maxLength(500, 'must have up to 500 characters')),
});

export const textParts = v.pipe(
  v.array(
    v.looseObject({ type: v.literal('text', 'must be "text": agents accept only text'), text }),
    'must be text or a list of text parts',
  ),
  v.minLength(1, 'must not be empty'),
  v.transform((parts) => parts.map((part) => part.text).join('\n')),
);

export const UNSUPPORTED = 'is not supported. Remove it';

/** Describes the allowed values, if the schema has no message. */
function defaultReason({ kind, type, expected, requirement, input }: v.BaseIssue<unknown>): string {
  if (kind === 'schema' && expected === 'Object') return 'must be an object';
  if (type === 'boolean') return 'must be true or false';
  if (type === 'max_length')
    return `must have up to ${String(requirement)} ${typeof input === 'string' ? 'characters' : 'items'}`;
  return 'is not valid';
}

/** The first invalid member and the reason, such as `messages.0.content must be text`. */
function issueText(issue: v.BaseIssue<unknown>): { at: string; detail: string } {
  // For a union, the issue of the option that matched furthest is the most specific.
  const deeper = issue.issues?.find((inner) => (inner.path?.length ?? 0) > 0);
  const path = [...(issue.path ?? []), ...(deeper?.path ?? [])].map((item) => String(item.key)).join('.');
  const message = deeper?.message ?? issue.message;
  const reason =
    message.startsWith('must ') || message === UNSUPPORTED ? message : defaultReason(deeper ?? issue);
  if (!path && reason === 'must be an object') {
    return { at: '', detail: 'The body must be a JSON object. GET /v1/openapi.json lists its members' };
  }
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  return {
    at: path,
    detail: isUnknown
      ? `${path} is not supported. Remove it`
      : `${path || 'The body'} ${issue.kind === 'schema' && issue.received === 'undefined' ? 'is missing' : reason}`,
  };
}

/** Rejects invalid UTF-8, which `request.text()` replaces: the model would read, and the caller pay for, another text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

async function textOf(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer();
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ApiProblem(400, 'The body is not valid UTF-8. Encode JSON as UTF-8', { cause });
  }
}

/** Parses and validates a request's body. @throws `ApiProblem` 400, 415 */
export async function readBody<T extends v.GenericSchema>(
  request: Request,
  schema: T,
): Promise<{ body: v.InferOutput<T>; raw: string }> {
  const encoded = encodedBody(request.headers);
  if (encoded) throw new ApiProblem(415, encoded.detail, { headers: encoded.headers });
  if (!/^application\/(?:[\w.+-]*\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new ApiProblem(415, 'Send JSON with the header Content-Type: application/json');
  }
  const raw = await textOf(request);
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch (cause) {
    throw new ApiProblem(400, 'The body is not valid JSON', { cause });
  }
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { body: result.output, raw };
  const { at, detail } = issueText(result.issues[0]);
  throw new ApiProblem(400, detail, at ? { at } : {});
}

export const messagesOfCall = (call: v.InferOutput<typeof callSchema>): ChatMessage[] =>
  call.messages ?? [{ role: 'user', content: call.message ?? '' }];
