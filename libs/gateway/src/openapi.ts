/**
 * The OpenAPI document. Request bodies come from the schemas that validate them; `openapi.test.ts` compares the paths
 * with the routes and validates the examples. One file, because it is one document.
 */
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { chatCompletionSchema } from './chatCompletionRequest';
import { embeddingSchema } from './embeddings';
import { callSchema, previewSchema } from './requests';
import { MAX_INPUT_TOKENS } from './tokens';
import { listToolsSchema } from './requests';
import { webhookEvents } from './webhookEvents';

/** Checks across members have no JSON Schema; descriptions state them. */
const schemaOf = (schema: GenericSchema) => ({
  ...toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore', target: 'draft-2020-12' }),
  // The document declares its dialect.
  $schema: undefined,
});

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const problem = {
  type: 'object',
  description:
    'RFC 9457. On the OpenAI-compatible paths, `error` has the members that OpenAI libraries read.',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    ...{ type: text, title: text, status: count, detail: text, at: text },
    error: {
      type: 'object',
      properties: { message: text, type: text, param: { type: ['string', 'null'] }, code: text },
    },
  },
};

const approvalRequest = {
  type: 'object',
  description:
    "Tools of the agent that do not only read wait for the caller's approval, and nothing of them has run. To go on, " +
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
          ...{ id: text, name: text, server: text },
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
          is_read_only: { type: 'boolean', description: 'As the server says. Other tools need approval' },
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
      description: 'As the model said: stop, length, content_filter or tool_calls',
    },
    tool_approval_required,
    usage: {
      type: 'object',
      properties: {
        ...{ input_tokens: count, output_tokens: count },
        is_estimate: { type: 'boolean', description: 'True where the model returned no token count' },
      },
    },
    cost: { type: 'number', description: 'US dollars; absent for a preview' },
  },
};

const chatCompletion = {
  type: 'object',
  description: "OpenAI's chat completion. `model` is the deployment.",
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
  description: "OpenAI's list of embeddings. `model` is the model that made them.",
  required: ['object', 'data', 'model', 'usage'],
  properties: {
    ...{ object: text, model: text },
    data: { type: 'array', items: { type: 'object' } },
    usage: { type: 'object', properties: { prompt_tokens: count, total_tokens: count } },
  },
};

const model = {
  type: 'object',
  description: 'The deployment of the API key, as a model',
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
  '415': 'The header Content-Type is not application/json',
  '422': 'The idempotency key was used with another request',
  '429':
    'Too many requests; see Retry-After. On the OpenAI-compatible paths also in place of 402, with the code ' +
    'insufficient_quota or, for a spend limit, billing_hard_limit_reached',
  '501': "The agent runs on its creator's server",
  '502': 'The model failed',
  '503': 'The database or the model is unavailable; see Retry-After',
  '504': 'The model took too long',
} as const;

const problems = (statuses: readonly (keyof typeof errors)[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: errors[status],
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );

const all = Object.keys(errors) as (keyof typeof errors)[];
/** OpenAI's clients expect 429. */
const ofOpenAi = all.filter((status) => status !== '402');

/** On every response about a withdrawn agent, errors included. */
const noticeHeaders = {
  Deprecation: {
    description: 'RFC 9745: since when the agent is withdrawn by its creator, such as @1764201600',
    schema: text,
  },
  Sunset: { description: 'RFC 8594: when calls of the withdrawn agent end', schema: text },
};

const post = (operation: {
  summary: string;
  schema: GenericSchema;
  example: object;
  result: string;
  description: string;
  statuses?: readonly (keyof typeof errors)[];
  security: object[];
  parameters?: object[];
  /** Whether the answer can be a stream of events. */
  streams: boolean;
}) => ({
  summary: operation.summary,
  security: operation.security,
  parameters: operation.parameters ?? [],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaOf(operation.schema), example: operation.example } },
  },
  responses: {
    '200': {
      description: operation.description,
      headers: noticeHeaders,
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
    'Requests with the same key and the same body within 24 hours are one call, charged once: the model runs once, also ' +
    'when its caller disconnects, and a repeat gets the same answer with the header Idempotent-Replayed',
};
const key = [{ key: [] }];
const conversation = [{ role: 'user', content: 'Hello' }];

const modelName = { name: 'model', in: 'path', required: true, schema: text } as const;
const get = (summary: string, parameters: object[], schema: object) => ({
  get: {
    ...{ summary, security: key, parameters },
    responses: {
      '200': { description: 'The deployment of the key', content: { 'application/json': { schema } } },
      ...problems(['401', '404', '429', '503']),
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
    summary: 'Create a chat completion',
    ...{ schema: chatCompletionSchema, example: { model: 'agent', messages: conversation } },
    ...{
      result: 'ChatCompletion',
      description:
        'A chat completion, or its chunks when `stream` is true. Where tools wait for approval, the last chunk has ' +
        '`tool_approval_required`',
    },
    ...{ security: key, statuses: ofOpenAi, parameters: [...parameters, idempotencyKey], streams: true },
  });

const embeddings = (parameters: object[]) =>
  post({
    summary: 'Create embeddings, where the installation has a model for them',
    ...{ schema: embeddingSchema, example: { model: 'agent', input: ['Hello'] } },
    ...{ result: 'EmbeddingList', description: 'One vector for each text, in order. One call of the quota' },
    ...{ security: key, statuses: ofOpenAi, parameters: [...parameters, idempotencyKey], streams: false },
  });

export const openApiDocument = (origin: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Agents',
    version: '1.0.0',
    description:
      'Call deployed agents, each with the API key of its deployment. One call is one message of the quota: up to ' +
      `${String(MAX_INPUT_TOKENS)} input tokens, and the agent's limit of output tokens, up to 4000.`,
  },
  servers: [{ url: origin }],
  paths: {
    '/v1/agents/{slug}': {
      get: {
        summary: 'Describe the endpoint; with its API key, also its status',
        security: [{}, ...key],
        parameters: [slug],
        responses: {
          '200': {
            description: 'HTML for browsers, JSON for programs',
            content: { 'application/json': { schema: { type: 'object' } }, 'text/html': { schema: text } },
          },
          ...problems(['401', '404', '429', '503']),
        },
      },
      post: post({
        summary: 'Call an agent',
        ...{ schema: callSchema, example: { message: 'Hello' }, result: 'Completion' },
        description: `The completion; or, with \`stream\` or Accept: text/event-stream, its events. ${events}`,
        ...{ security: key, parameters: [slug, idempotencyKey], streams: true },
      }),
    },
    '/v1/agents/{slug}/chat/completions': { post: completions([slug]) },
    '/v1/agents/{slug}/embeddings': { post: embeddings([slug]) },
    '/v1/agents/{slug}/models': get('List the model of a deployment', [slug], modelList),
    '/v1/agents/{slug}/models/{model}': get('Describe it', [slug, modelName], modelSchema),
    '/v1/chat/completions': { post: completions([]) },
    '/v1/embeddings': { post: embeddings([]) },
    '/v1/models': get('List the model of the API key', [], modelList),
    '/v1/models/{model}': get('Describe it', [modelName], modelSchema),
    '/v1/preview': {
      post: post({
        summary: 'Test an agent before it is deployed',
        schema: previewSchema,
        example: { agent_id: '00000000-0000-4000-8000-000000000000', messages: conversation },
        result: 'Completion',
        description:
          'The completion, or its events; nothing is billed, and the tokens count against daily budgets',
        statuses: ['400', '401', '403', '404', '413', '415', '429', '501', '502', '503', '504'],
        security: [{}, { session: [] }],
        streams: true,
      }),
    },
    '/v1/tools': {
      post: post({
        summary: 'List the tools of a server, to choose among them for an agent',
        schema: listToolsSchema,
        example: { agent_id: '00000000-0000-4000-8000-000000000000', url: 'https://tools.example/mcp' },
        ...{
          result: 'ListedTools',
          description: "The tools of a server that speaks MCP, for the agent's creator",
        },
        statuses: ['400', '401', '404', '413', '415', '429', '502', '503'],
        security: [{ session: [] }],
        streams: false,
      }),
    },
    '/v1/openapi.json': {
      get: {
        summary: 'This document',
        security: [{}],
        responses: {
          '200': {
            description: 'The document',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
        },
      },
    },
  },
  webhooks: webhookEvents,
  components: {
    securitySchemes: {
      key: { type: 'http', scheme: 'bearer', description: "A deployment's API key, ak_…" },
      session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "A user's access token" },
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
