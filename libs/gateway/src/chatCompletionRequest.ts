/** The body of `POST …/chat/completions`: OpenAI's parameters, and what they mean for the model. */
import * as v from 'valibot';
import { ApiProblem } from './apiProblem';
import type { ChatMessage, Sampling } from './models/model';
import { between, conversation, text, textParts, UNSUPPORTED } from './requests';
import { toolApprovalSchema } from './tools/approvals';

const positive = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be 1 or more'),
);
const stopText = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'), v.maxLength(200));
/** A member that clients send, with the only supported value. */
const only = (value: boolean | string) => v.nullish(v.literal(value, UNSUPPORTED));
const none = v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(0, UNSUPPORTED)));

/** Roles whose messages instruct the model. An agent accepts them only if its creator allows it. */
const INSTRUCTING = ['system', 'developer'];

const name = (most: number) =>
  v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'), v.maxLength(most));
const toolCall = v.strictObject({
  id: name(200),
  type: v.literal('function', 'must be "function"'),
  function: v.strictObject({ name: name(64), arguments: v.string('must be text') }),
});
const MAX_TOOLS = 128;
const jsonObject = v.looseObject({}, 'must be an object');
const tool = v.strictObject({
  type: v.literal('function', 'must be "function"'),
  function: v.strictObject({
    name: name(64),
    description: v.optional(v.string('must be text')),
    parameters: v.optional(jsonObject),
    strict: v.nullish(v.boolean('must be true or false')),
  }),
});

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
      tool_calls: v.nullish(v.array(toolCall, 'must be a list')),
    }),
    // The result of a tool may be empty.
    v.strictObject({
      role: v.literal('tool'),
      content: v.union([v.literal(''), text, textParts], 'must be text or a list of text parts'),
      tool_call_id: name(200),
    }),
  ],
  'must be "system", "developer", "user", "assistant" or "tool"',
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
    v.variant(
      'type',
      [
        v.strictObject({ type: v.picklist(['text', 'json_object']) }),
        v.strictObject({ type: v.literal('json_schema'), json_schema: jsonObject }),
      ],
      'must be "text", "json_object" or "json_schema"',
    ),
  ),
  n: v.nullish(v.literal(1, 'must be 1')),
  logprobs: only(false),
  store: only(false),
  tools: v.nullish(
    v.pipe(
      v.array(tool, 'must be a list'),
      v.maxLength(MAX_TOOLS, `must have up to ${String(MAX_TOOLS)} tools`),
    ),
  ),
  tool_choice: v.nullish(
    v.union(
      [
        v.picklist(['none', 'auto', 'required']),
        v.strictObject({ type: v.literal('function'), function: v.strictObject({ name: name(64) }) }),
      ],
      'must be "none", "auto", "required" or a function',
    ),
  ),
  parallel_tool_calls: v.nullish(v.boolean('must be true or false')),
  /** Not OpenAI's: continues a response that ended with `tool_approval_required`. */
  tool_approval: v.optional(toolApprovalSchema),
});

export type ChatCompletion = v.InferOutput<typeof chatCompletionSchema>;

/** Messages that instruct the model follow the agent's prompt, which is always first. @throws `ApiProblem` 400 */
export function messagesOfCompletion(
  body: ChatCompletion,
  { allows_system_messages }: { allows_system_messages: boolean },
): ChatMessage[] {
  return body.messages.map((message, index) => {
    const { role, content } = message;
    if (role === 'tool') return { role, content, toolCallId: message.tool_call_id };
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
      ...(message.name === undefined ? {} : { name: message.name }),
      ...('tool_calls' in message && message.tool_calls?.length ? { toolCalls: message.tool_calls } : {}),
    };
  });
}

/** The parameters for the model, as the caller sent them. */
export function samplingOf(body: ChatCompletion): Sampling {
  const { top_p, stop, seed, presence_penalty, frequency_penalty, user, response_format } = body;
  const { tools, tool_choice, parallel_tool_calls } = body;
  // An endpoint rejects choices without tools.
  const hasTools = Boolean(tools?.length);
  return {
    ...(typeof top_p === 'number' ? { topP: top_p } : {}),
    ...(stop === null || stop === undefined ? {} : { stop: typeof stop === 'string' ? [stop] : stop }),
    ...(typeof seed === 'number' ? { seed } : {}),
    ...(typeof presence_penalty === 'number' ? { presencePenalty: presence_penalty } : {}),
    ...(typeof frequency_penalty === 'number' ? { frequencyPenalty: frequency_penalty } : {}),
    ...(typeof user === 'string' ? { user } : {}),
    ...(response_format?.type === 'json_object' ? { isJson: true } : {}),
    ...(response_format?.type === 'json_schema' ? { jsonSchema: response_format.json_schema } : {}),
    ...(hasTools && tools ? { tools } : {}),
    ...(hasTools && tool_choice ? { toolChoice: tool_choice } : {}),
    ...(hasTools && typeof parallel_tool_calls === 'boolean'
      ? { parallelToolCalls: parallel_tool_calls }
      : {}),
  };
}

/** @throws `ApiProblem` 400 for parameters that the installation's model does not support */
export function assertKnown({ tools, response_format }: ChatCompletion, hasTools: boolean): void {
  if (hasTools) return;
  if (tools?.length) throw new ApiProblem(400, `tools ${UNSUPPORTED}`, { at: 'tools' });
  if (response_format?.type === 'json_schema') {
    throw new ApiProblem(400, `response_format.type must be "text" or "json_object"`, {
      at: 'response_format.type',
    });
  }
}
