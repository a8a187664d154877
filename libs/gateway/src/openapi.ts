/**
 * The OpenAPI document, with request bodies from the very schemas that check them; `openapi.test.ts` holds it
 * against the routes, and its examples against the schemas.
 */
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { callSchema, chatCompletionSchema, previewSchema } from './requests';

/** A check that spans members has no JSON Schema: the description says it. */
const schemaOf = (schema: GenericSchema) => ({
  ...toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore', target: 'draft-2020-12' }),
  // The document names its dialect itself.
  $schema: undefined,
});

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const problem = {
  type: 'object',
  description: 'RFC 9457. On OpenAI addresses, `error` has what its libraries read.',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    ...{ type: text, title: text, status: count, detail: text, at: text },
    error: {
      type: 'object',
      properties: { message: text, type: text, param: { type: ['string', 'null'] }, code: text },
    },
  },
};

const ownAnswer = {
  type: 'object',
  required: ['message', 'usage'],
  properties: {
    id: text,
    message: { type: 'object', required: ['role', 'content'], properties: { role: text, content: text } },
    usage: {
      type: 'object',
      properties: {
        ...{ input_tokens: count, output_tokens: count },
        is_estimate: { type: 'boolean', description: 'True where the model counted no tokens' },
      },
    },
    cost: { type: 'number', description: 'US dollars; absent for a preview' },
  },
};

const chatCompletion = {
  type: 'object',
  description: 'As OpenAI has it. `model` is the deployment.',
  required: ['id', 'object', 'created', 'model', 'choices', 'usage'],
  properties: {
    ...{ id: text, object: text, created: count, model: text },
    choices: { type: 'array', items: { type: 'object' } },
    usage: {
      type: 'object',
      properties: { prompt_tokens: count, completion_tokens: count, total_tokens: count },
    },
  },
};

const refusals = {
  '400': 'The request is not valid',
  '401': 'The key opens nothing',
  '402': "The plan's messages are used up",
  '403': 'The deployment is stopped',
  '404': 'The key belongs to another deployment, or to one that was deleted',
  '409': 'The deployment is on its way; see Retry-After',
  '413': 'The body is too large',
  '422': 'The idempotency key belongs to another request',
  '429': 'Too many requests; see Retry-After',
  '501': 'The agent runs elsewhere',
  '502': 'The model failed',
  '503': 'The database or the model is not available; see Retry-After',
  '504': 'The model took too long',
} as const;

const problems = (statuses: readonly (keyof typeof refusals)[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: refusals[status],
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );

const all = Object.keys(refusals) as (keyof typeof refusals)[];

const post = (operation: {
  summary: string;
  schema: GenericSchema;
  example: object;
  answer: string;
  events: string;
  statuses?: readonly (keyof typeof refusals)[];
  security: object[];
  parameters?: object[];
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
      description: operation.events,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${operation.answer}` } },
        'text/event-stream': { schema: text },
      },
    },
    ...problems(operation.statuses ?? all),
  },
});

const slug = {
  name: 'slug',
  in: 'path',
  required: true,
  schema: text,
  description: "The end of the deployment's address",
};
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  description: 'The same key with the same body, within 24 hours, is the same call: it is charged once',
};
const key = [{ key: [] }];
const conversation = [{ role: 'user', content: 'Hello' }];

const completions = (parameters: object[]) =>
  post({
    summary: 'Call an agent as OpenAI is called',
    ...{ schema: chatCompletionSchema, example: { model: 'agent', messages: conversation } },
    ...{ answer: 'ChatCompletion', events: 'A chat completion, or its chunks when `stream` is true' },
    ...{ security: key, parameters: [...parameters, idempotencyKey] },
  });

export const openApiDocument = (origin: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Agents',
    version: '1.0.0',
    description: 'Calls the agents that people have deployed, each with the key of its deployment.',
  },
  servers: [{ url: origin }],
  paths: {
    '/v1/agents/{slug}': {
      get: {
        summary: 'How this endpoint is called; with its key, what it is doing',
        security: [{}, ...key],
        parameters: [slug],
        responses: {
          '200': {
            description: 'A page for browsers, JSON for programs',
            content: { 'application/json': { schema: { type: 'object' } }, 'text/html': { schema: text } },
          },
          ...problems(['401', '404', '429', '503']),
        },
      },
      post: post({
        summary: 'Call an agent',
        ...{ schema: callSchema, example: { message: 'Hello' }, answer: 'Answer' },
        events:
          'The answer; or, with `stream` or Accept: text/event-stream, the events `delta`, `done` and `error`',
        ...{ security: key, parameters: [slug, idempotencyKey] },
      }),
    },
    '/v1/agents/{slug}/chat/completions': { post: completions([slug]) },
    '/v1/chat/completions': { post: completions([]) },
    '/v1/preview': {
      post: post({
        summary: 'Try an agent before it is deployed',
        schema: previewSchema,
        example: { agent_id: '00000000-0000-4000-8000-000000000000', messages: conversation },
        answer: 'Answer',
        events: 'The answer, or its events; nothing is billed',
        statuses: ['400', '401', '403', '404', '413', '429', '501', '502', '503', '504'],
        security: [{}, { session: [] }],
      }),
    },
    '/v1/openapi.json': {
      get: {
        summary: 'This document',
        security: [{}],
        responses: {
          '200': { description: 'It', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'http', scheme: 'bearer', description: "A deployment's key, ak_…" },
      session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "A person's session" },
    },
    schemas: { Problem: problem, Answer: ownAnswer, ChatCompletion: chatCompletion },
  },
});
