/**
 * The OpenAPI document. Request bodies come from the schemas that validate them; `openapi.test.ts` compares the paths
 * with the routes and validates the examples. One file, because it is one document.
 */
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { chatCompletionSchema } from './chatCompletionRequest';
import { embeddingSchema } from './embeddings';
import { callSchema, listToolsSchema, previewSchema } from './requests';
import { MAX_INPUT_TOKENS } from './tokens';
import { webhookEvents } from './webhookEvents';

/** The JSON Schema of a body. `notes` describe members; they also state the checks across members, which it lacks. */
function schemaOf(schema: GenericSchema, notes: Readonly<Record<string, string>>) {
  const { properties, ...rest } = toJsonSchema(schema, {
    ...{ typeMode: 'input', errorMode: 'ignore', target: 'draft-2020-12' },
  });
  const described = Object.entries(notes).map(([name, description]) => [
    name,
    Object.assign({}, properties?.[name], { description }),
  ]);
  // The document declares its dialect.
  return { ...rest, $schema: undefined, properties: { ...properties, ...Object.fromEntries(described) } };
}

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const problem = {
  type: 'object',
  description:
    'RFC 9457 problem details. On the OpenAI-compatible paths, `error` has the members that OpenAI libraries read.',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    ...{ type: text, status: count },
    title: { type: 'string', description: 'The name of the status' },
    detail: { type: 'string', description: 'What is wrong, and what to do' },
    at: {
      type: 'string',
      description: 'The invalid member of the request, such as `messages.0.content`; absent for other errors',
    },
    error: {
      type: 'object',
      properties: { message: text, type: text, param: { type: ['string', 'null'] }, code: text },
    },
  },
};

const approvalRequest = {
  type: 'object',
  description:
    "Tools that do more than read wait for the caller's approval: none of these calls has run. To continue, " +
    'repeat the same request with `tool_approval`: the token, and each call with its `id`, its `arguments_hash` and ' +
    '`approved`. The token works once, for 15 minutes, with the same API key. The request that continues is a separate call.',
  required: ['token', 'expires_at', 'calls'],
  properties: {
    ...{ token: text, expires_at: { type: 'string', format: 'date-time' } },
    calls: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name', 'server', 'arguments', 'arguments_hash'],
        properties: {
          ...{ id: text, name: text },
          server: { type: 'string', description: 'The address of the MCP server' },
          arguments: { type: 'string', description: 'JSON, as the model wrote it' },
          arguments_hash: { type: 'string', description: 'SHA-256 of `arguments`, in hex' },
        },
      },
    },
  },
};
const tool_approval_required = { $ref: '#/components/schemas/ToolApprovalRequired' };

const listedTools = {
  type: 'object',
  required: ['tools'],
  properties: {
    tools: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'description', 'input_schema', 'is_read_only'],
        properties: {
          ...{ name: text, description: text, input_schema: { type: 'object' } },
          is_read_only: {
            type: 'boolean',
            description: 'According to the server. All other tools need approval',
          },
        },
      },
    },
  },
};

const completion = {
  type: 'object',
  required: ['message', 'usage'],
  properties: {
    id: text,
    message: { type: 'object', required: ['role', 'content'], properties: { role: text, content: text } },
    finish_reason: {
      type: 'string',
      description: 'From the model: `stop`, `length`, `content_filter` or `tool_calls`',
    },
    tool_approval_required,
    usage: {
      type: 'object',
      properties: {
        ...{ input_tokens: count, output_tokens: count },
        is_estimate: {
          type: 'boolean',
          description: 'Whether the counts are estimates, because the model returned none',
        },
      },
    },
    cost: { type: 'number', description: 'US dollars; absent for a preview' },
  },
};

const chatCompletion = {
  type: 'object',
  description: "OpenAI's chat completion. `model` is the slug of the deployment.",
  required: ['id', 'object', 'created', 'model', 'choices', 'usage'],
  properties: {
    ...{ id: text, object: text, created: count, model: text },
    choices: { type: 'array', items: { type: 'object' } },
    tool_approval_required,
    usage: {
      type: 'object',
      properties: { prompt_tokens: count, completion_tokens: count, total_tokens: count },
    },
  },
};

const embeddingList = {
  type: 'object',
  description: "OpenAI's list of embeddings. `model` is the name of the embedding model.",
  required: ['object', 'data', 'model', 'usage'],
  properties: {
    ...{ object: text, model: text },
    data: { type: 'array', items: { type: 'object' } },
    usage: { type: 'object', properties: { prompt_tokens: count, total_tokens: count } },
  },
};

const model = {
  type: 'object',
  description: "OpenAI's model. `id` is the slug of the deployment.",
  required: ['id', 'object', 'created', 'owned_by'],
  properties: { id: text, object: text, created: count, owned_by: text },
};

const errors = {
  '400': 'Invalid request',
  '401': 'Missing or invalid credentials',
  '402': "The plan's message quota is used up, or a spend limit is reached",
  '403': 'The deployment is stopped or suspended, or the user is not allowed to do this',
  '404': 'The key belongs to another or a deleted deployment, or the agent or model does not exist',
  '409': 'The deployment is not active, or a call with this idempotency key is running; see Retry-After',
  '410': 'The creator of the agent withdrew it, and its notice period is over',
  '413': 'The body is too large',
  '415': 'The header Content-Type is not application/json, or the body is compressed',
  '422': 'The idempotency key was used with another request',
  '429':
    'Too many requests; see Retry-After. On the OpenAI-compatible paths also in place of 402, with the code ' +
    'insufficient_quota or, for a spend limit, billing_hard_limit_reached',
  '500': 'The gateway failed',
  '501': "The agent runs on its creator's server",
  '502': 'The model failed',
  '503': 'The database or the model is unavailable; see Retry-After',
  '504': 'The model took too long',
} as const;

/** Statuses after which the same request may succeed. */
const waiting: readonly string[] = ['402', '409', '429', '503'];
const retryHeader = {
  'Retry-After': { description: 'Seconds after which the same request may succeed', schema: count },
};

const problems = (statuses: readonly (keyof typeof errors)[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: errors[status],
        ...(waiting.includes(status) && { headers: retryHeader }),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );

const all = Object.keys(errors) as (keyof typeof errors)[];
/** OpenAI's clients expect 429. */
const ofOpenAi = all.filter((status) => status !== '402');

/** Headers of calls. The last two are on every response about a withdrawn agent, errors included. */
const callHeaders = {
  'X-Request-Id': { description: 'The id of the call', schema: text },
  'Idempotent-Replayed': {
    description: '`true` for the response to an earlier request with the same idempotency key',
    schema: text,
  },
  Deprecation: {
    description: 'RFC 9745: when the creator withdrew the agent, such as `@1764201600`; on errors too',
    schema: text,
  },
  Sunset: {
    description: 'RFC 8594: when calls of the withdrawn agent end; on errors too',
    schema: text,
  },
};

const key = [{ key: [] }];

const post = (operation: {
  summary: string;
  schema: GenericSchema;
  /** The meaning of members, by name. */
  notes: Readonly<Record<string, string>>;
  example: object;
  result: string;
  description: string;
  statuses?: readonly (keyof typeof errors)[];
  security: object[];
  parameters?: object[];
  /** Whether the response can be a stream of events. */
  streams: boolean;
}) => ({
  summary: operation.summary,
  security: operation.security,
  parameters: operation.parameters ?? [],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: schemaOf(operation.schema, operation.notes), example: operation.example },
    },
  },
  responses: {
    '200': {
      description: operation.description,
      ...(operation.security === key && { headers: callHeaders }),
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${operation.result}` } },
        ...(operation.streams && { 'text/event-stream': { schema: text } }),
      },
    },
    ...problems(operation.statuses ?? all),
  },
});

/** Server-sent events of a completion. */
const events =
  '`delta` has a part of the text as `content`. `tool` has the `id`, `name`, `arguments` and `state` of a tool that starts ' +
  '(`running`) or ends (`done`, `rejected`). The last one is `done`, with the members of the completion without `message`, ' +
  'or `error`, which is a Problem';

const slug = {
  name: 'slug',
  in: 'path',
  required: true,
  schema: text,
  description: "The last segment of the deployment's URL",
};
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  description:
    'Makes repeats safe. Requests with the same key and body within 24 hours are one call: the model runs once, the call ' +
    'is charged once, and each repeat gets the same response, with the header `Idempotent-Replayed`',
};
const conversation = [{ role: 'user', content: 'Hello' }];

const modelNote = '`agent`, the slug of the deployment, or the name of its agent';
const modelName = {
  ...{ name: 'model', in: 'path', required: true, schema: text },
  description: modelNote,
} as const;
const approvalNote = 'Continues a response that ended with `tool_approval_required`';
const streamNote = 'Whether the response is a stream of server-sent events; `false` by default';
const get = (summary: string, description: string, parameters: object[], schema: object) => ({
  get: {
    ...{ summary, security: key, parameters },
    responses: {
      '200': { description, content: { 'application/json': { schema } } },
      ...problems(['401', '404', '429', '500', '503']),
    },
  },
});
const modelSchema = { $ref: '#/components/schemas/Model' };
const modelList = {
  type: 'object',
  properties: { object: text, data: { type: 'array', items: modelSchema } },
};

const completions = (parameters: object[]) =>
  post({
    summary: "Create a chat completion. The members have the meaning that they have in OpenAI's API",
    ...{ schema: chatCompletionSchema, example: { model: 'agent', messages: conversation } },
    notes: {
      model: `${modelNote}. The API key selects the deployment`,
      messages:
        'Oldest first. `system` and `developer` messages only if the creator of the agent allows them',
      stream: streamNote,
      max_tokens: 'The lower one of this, `max_completion_tokens` and the limit of the agent applies',
      n: 'Only this value is supported',
      logprobs: 'Only this value is supported',
      store: 'Only this value is supported',
      tools: "The caller's tools, which the caller runs. The agent's own tools run in the gateway",
      tool_approval: approvalNote,
    },
    ...{
      result: 'ChatCompletion',
      description:
        'The chat completion; with `stream`, its chunks. When tools wait for approval, the last chunk has ' +
        '`tool_approval_required`',
    },
    ...{ security: key, statuses: ofOpenAi, parameters: [...parameters, idempotencyKey], streams: true },
  });

const embeddings = (parameters: object[]) =>
  post({
    summary: "Create embeddings, as with OpenAI's API. Only where the installation has a model for them",
    ...{ schema: embeddingSchema, example: { model: 'agent', input: ['Hello'] } },
    notes: {
      model: `${modelNote}. The API key selects the deployment`,
      input: 'Up to 64 texts. They are one message of the quota',
      encoding_format: '`float` by default',
    },
    ...{ result: 'EmbeddingList', description: 'One vector for each text, in order' },
    ...{ security: key, statuses: ofOpenAi, parameters: [...parameters, idempotencyKey], streams: false },
  });

export const openApiDocument = (origin: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Agents',
    version: '1.0.0',
    description:
      'Call deployed agents with the API key of their deployment. Each call counts as one message of the quota of the ' +
      `plan. It has up to ${MAX_INPUT_TOKENS.toLocaleString('en-US')} input tokens, and as many output tokens as the agent allows, up to 4,000.`,
  },
  servers: [{ url: origin }],
  paths: {
    '/v1/agents/{slug}': {
      get: {
        summary: 'Describe an endpoint. With its API key, the response has the status of the deployment too',
        security: [{}, ...key],
        parameters: [slug],
        responses: {
          '200': {
            description: 'How to call it: HTML for browsers, JSON for programs',
            content: { 'application/json': { schema: { type: 'object' } }, 'text/html': { schema: text } },
          },
          ...problems(['401', '404', '429', '500', '503']),
        },
      },
      post: post({
        summary: 'Call an agent',
        ...{ schema: callSchema, example: { message: 'Hello' }, result: 'Completion' },
        notes: {
          message: 'A message of the user. Send either `message` or `messages`',
          messages: 'A conversation, oldest message first',
          stream: `${streamNote}. The header \`Accept: text/event-stream\` has the same effect`,
          tool_approval: approvalNote,
        },
        description: `The completion; or, with \`stream\` or Accept: text/event-stream, its events. ${events}`,
        ...{ security: key, parameters: [slug, idempotencyKey], streams: true },
      }),
    },
    '/v1/agents/{slug}/chat/completions': { post: completions([slug]) },
    '/v1/agents/{slug}/embeddings': { post: embeddings([slug]) },
    '/v1/agents/{slug}/models': get(
      'List the models of a deployment',
      'A list of one: the deployment',
      [slug],
      modelList,
    ),
    '/v1/agents/{slug}/models/{model}': get(
      'Get the model of a deployment',
      'The deployment as a model',
      [slug, modelName],
      modelSchema,
    ),
    '/v1/chat/completions': { post: completions([]) },
    '/v1/embeddings': { post: embeddings([]) },
    '/v1/models': get('List the models of an API key', 'A list of one: its deployment', [], modelList),
    '/v1/models/{model}': get(
      'Get the model of an API key',
      'Its deployment as a model',
      [modelName],
      modelSchema,
    ),
    '/v1/preview': {
      post: post({
        summary:
          'Test an agent without a deployment. Nothing is billed; the tokens count against daily budgets',
        schema: previewSchema,
        notes: {
          agent_id: 'The agent to test. Send `agent_id`, `prompt` or both',
          prompt: "Replaces the agent's prompt. Only its creator may replace values of an agent",
          name: "Replaces the agent's name",
          temperature: "Replaces the agent's temperature",
          max_tokens: "Replaces the agent's limit of output tokens",
          messages: 'A conversation, oldest message first',
          stream: `${streamNote}. The header \`Accept: text/event-stream\` has the same effect`,
          tool_approval: approvalNote,
        },
        example: { agent_id: '00000000-0000-4000-8000-000000000000', messages: conversation },
        result: 'Completion',
        description:
          'The completion, or its events; nothing is billed, and the tokens count against daily budgets',
        statuses: ['400', '401', '403', '404', '413', '415', '429', '500', '501', '502', '503', '504'],
        security: [{}, { session: [] }],
        streams: true,
      }),
    },
    '/v1/tools': {
      post: post({
        summary: 'List the tools of an MCP server, for the creator of an agent who chooses among them',
        schema: listToolsSchema,
        notes: { agent_id: 'An agent of the user', url: 'The address of the server' },
        example: { agent_id: '00000000-0000-4000-8000-000000000000', url: 'https://tools.example/mcp' },
        ...{
          result: 'ListedTools',
          description: 'The tools of the server',
        },
        statuses: ['400', '401', '403', '404', '413', '415', '429', '500', '502', '503'],
        security: [{ session: [] }],
        streams: false,
      }),
    },
    '/v1/openapi.json': {
      get: {
        summary: 'Get the OpenAPI document',
        security: [{}],
        responses: {
          '200': {
            description: 'The OpenAPI document',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
        },
      },
    },
  },
  webhooks: webhookEvents,
  components: {
    securitySchemes: {
      key: { type: 'http', scheme: 'bearer', description: 'The API key of a deployment, `ak_…`' },
      session: {
        ...{ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        description: 'The access token of a signed-in user',
      },
    },
    schemas: {
      Problem: problem,
      Completion: completion,
      ChatCompletion: chatCompletion,
      EmbeddingList: embeddingList,
      Model: model,
      ToolApprovalRequired: approvalRequest,
      ListedTools: listedTools,
    },
  },
});
