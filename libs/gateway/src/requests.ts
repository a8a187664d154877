/** Request bodies: their schemas, their error messages, and the conversation that each one contains. */
import * as v from 'valibot';
import { ApiProblem } from './apiProblem';
import type { ChatMessage, Sampling } from './models/model';

const MAX_MESSAGES = 200;
const MAX_CHARACTERS = 100_000;
/** Characters; the database has the same limit. */
const MAX_PROMPT = 8_000;

const text = v.pipe(
  v.string('must be text'),
  v.nonEmpty('must not be empty'),
  v.maxLength(MAX_CHARACTERS, `must have up to ${String(MAX_CHARACTERS)} characters`),
);

const conversation = <const T extends v.GenericSchema>(message: T) =>
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
  v.strictObject({ message: v.optional(text), messages: v.optional(messages), stream }),
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
    temperature: v.optional(v.pipe(v.number('must be a number'), v.minValue(0), v.maxValue(2))),
    max_tokens: v.optional(
      v.pipe(v.number('must be a number'), v.integer(), v.minValue(1), v.maxValue(4000)),
    ),
    messages,
    stream,
  }),
  v.check(
    (preview) => preview.agent_id !== undefined || preview.prompt !== undefined,
    'must have "agent_id", "prompt" or both',
  ),
);

const textParts = v.pipe(
  v.array(
    v.looseObject({ type: v.literal('text', 'must be "text": agents accept only text'), text }),
    'must be text or a list of text parts',
  ),
  v.minLength(1, 'must not be empty'),
  v.transform((parts) => parts.map((part) => part.text).join('\n')),
);

const UNSUPPORTED = 'is not supported. Remove it';

const between = (least: number, most: number) => {
  const message = `must be between ${String(least)} and ${String(most)}`;
  return v.pipe(v.number('must be a number'), v.minValue(least, message), v.maxValue(most, message));
};
const positive = v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(1));
const stopText = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'), v.maxLength(200));
/** A member that clients send although it changes nothing. */
const only = (value: boolean | string) => v.nullish(v.literal(value, UNSUPPORTED));
const none = v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(0, UNSUPPORTED)));

/** Roles whose messages instruct the model: an agent accepts them only where its creator allows it. */
const INSTRUCTING = ['system', 'developer'];

const content = v.union([text, textParts], 'must be text or a list of text parts');

const completionMessage = v.variant(
  'role',
  [
    v.strictObject({
      role: v.picklist(['system', 'developer', 'user']),
      content,
      name: v.optional(v.pipe(v.string('must be text'), v.maxLength(64))),
    }),
    // Clients send back what they received, which may have no text.
    v.strictObject({
      role: v.literal('assistant'),
      content: v.nullish(v.union([v.literal(''), text, textParts], 'must be text or a list of text parts')),
      name: v.optional(v.pipe(v.string('must be text'), v.maxLength(64))),
      refusal: v.nullish(v.literal('', UNSUPPORTED)),
      annotations: none,
      audio: v.nullish(v.never(UNSUPPORTED)),
      function_call: v.nullish(v.never(UNSUPPORTED)),
      tool_calls: none,
    }),
  ],
  'must be "system", "developer", "user" or "assistant"',
);

/** `POST …/chat/completions`. A parameter is passed on to the model or rejected, never ignored. */
export const chatCompletionSchema = v.strictObject({
  model: v.optional(v.string('must be text')),
  messages: conversation(completionMessage),
  stream: v.nullish(v.boolean('must be true or false'), false),
  stream_options: v.nullish(
    v.strictObject({ include_usage: v.nullish(v.boolean(), false), include_obfuscation: only(false) }),
  ),
  max_tokens: v.nullish(positive),
  max_completion_tokens: v.nullish(positive),
  temperature: v.nullish(between(0, 2)),
  top_p: v.nullish(between(0, 1)),
  presence_penalty: v.nullish(between(-2, 2)),
  frequency_penalty: v.nullish(between(-2, 2)),
  seed: v.nullish(v.pipe(v.number('must be a number'), v.safeInteger('must be a whole number'))),
  stop: v.nullish(
    v.union(
      [stopText, v.pipe(v.array(stopText), v.minLength(1), v.maxLength(4, 'must have up to 4 texts'))],
      'must be text or a list of up to 4 texts',
    ),
  ),
  user: v.nullish(v.pipe(v.string('must be text'), v.maxLength(200))),
  response_format: v.nullish(
    v.strictObject({ type: v.picklist(['text', 'json_object'], 'must be "text" or "json_object"') }),
  ),
  n: v.nullish(v.literal(1, 'must be 1')),
  logprobs: only(false),
  store: only(false),
  tools: none,
  tool_choice: only('none'),
});

export type ChatCompletion = v.InferOutput<typeof chatCompletionSchema>;

/** The first invalid member and the reason, such as `messages.0.content must be text`. */
function issueText(issue: v.BaseIssue<unknown>): { at: string; detail: string } {
  // For a union, the issue of the option that matched furthest is the most specific.
  const deeper = issue.issues?.find((inner) => (inner.path?.length ?? 0) > 0);
  const path = [...(issue.path ?? []), ...(deeper?.path ?? [])].map((item) => String(item.key)).join('.');
  const message = deeper?.message ?? issue.message;
  const reason = message.startsWith('must ') || message === UNSUPPORTED ? message : 'is not valid';
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  return {
    at: path,
    detail: isUnknown
      ? `${path} is not supported. Remove it`
      : `${path || 'The body'} ${issue.kind === 'schema' && issue.received === 'undefined' ? 'is missing' : reason}`,
  };
}

/** Parses and validates a request's body. @throws `ApiProblem` 400, 415 */
export async function readBody<T extends v.GenericSchema>(
  request: Request,
  schema: T,
): Promise<{ body: v.InferOutput<T>; raw: string }> {
  if (!/^application\/(?:[\w.+-]*\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new ApiProblem(415, 'Send JSON with the header Content-Type: application/json');
  }
  const raw = await request.text();
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

/** Messages that instruct the model follow the agent's prompt, which is always first. @throws `ApiProblem` 400 */
export function messagesOfCompletion(
  body: ChatCompletion,
  { allows_system_messages }: { allows_system_messages: boolean },
): ChatMessage[] {
  return body.messages.map(({ role, content, name }, index) => {
    if (INSTRUCTING.includes(role) && !allows_system_messages) {
      throw new ApiProblem(
        400,
        `messages.${String(index)}.role must be "user" or "assistant": ` +
          "this agent's creator does not allow other instructions than the agent's own",
        { at: `messages.${String(index)}.role` },
      );
    }
    return {
      role: role === 'developer' ? 'system' : role,
      content: content ?? '',
      ...(name === undefined ? {} : { name }),
    };
  });
}

/** The parameters for the model, as the caller sent them. */
export function samplingOf(body: ChatCompletion): Sampling {
  const { top_p, stop, seed, presence_penalty, frequency_penalty, user, response_format } = body;
  return {
    ...(typeof top_p === 'number' ? { topP: top_p } : {}),
    ...(stop === null || stop === undefined ? {} : { stop: typeof stop === 'string' ? [stop] : stop }),
    ...(typeof seed === 'number' ? { seed } : {}),
    ...(typeof presence_penalty === 'number' ? { presencePenalty: presence_penalty } : {}),
    ...(typeof frequency_penalty === 'number' ? { frequencyPenalty: frequency_penalty } : {}),
    ...(typeof user === 'string' ? { user } : {}),
    ...(response_format?.type === 'json_object' ? { isJson: true } : {}),
  };
}
