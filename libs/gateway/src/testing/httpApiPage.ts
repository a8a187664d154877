/** `docs/http-api.md`, from the OpenAPI document: `npm run reference -w @slipway/gateway`. One file: the parts of one page. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { DEFAULT_TIME_LIMIT } from '../gateway';
import { MAX_BODY } from '../limitBody';
import { openApiDocument } from '../openapi';
import { defaultRates } from '../rateLimits';
import { slipwayFormat } from '../responseFormats';

export const httpApiFile = join(import.meta.dirname, '../../../../docs/http-api.md');

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  items?: Schema;
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  [limit: string]: unknown;
}

interface Content {
  schema: Schema;
  example?: unknown;
}

interface Operation {
  summary: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<
    string,
    {
      description: string;
      content?: Record<string, Content>;
      headers?: Record<string, { description: string }>;
    }
  >;
}

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;

/** `string`, `"a" or "b"`, `list of Message`. */
function typeOf(schema: Schema): string {
  if (schema.$ref)
    return `[${schema.$ref.split('/').pop() ?? ''}](#${(schema.$ref.split('/').pop() ?? '').toLowerCase()})`;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return type === 'array' && schema.items ? `list of ${typeOf(schema.items)}` : type;
}

/** `1 to 200 items`, or undefined without a limit. */
function rangeOf(least: unknown, most: unknown, unit = ''): string | undefined {
  const text = (limit: unknown) => Number(limit).toLocaleString('en-US');
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return `up to ${text(most)}${unit}`;
  return most === undefined ? `at least ${text(least)}${unit}` : `${text(least)} to ${text(most)}${unit}`;
}

/** The limits of a value, as text. */
const limitsOf = ({ minLength, maxLength, minItems, maxItems, minimum, maximum, pattern }: Schema) =>
  [
    rangeOf(minLength, maxLength, ' characters'),
    rangeOf(minItems, maxItems, ' items'),
    // Every count is at least 0.
    rangeOf(minimum === 0 && maximum === undefined ? undefined : minimum, maximum),
    pattern === undefined ? undefined : `matches ${code(String(pattern))}`,
  ].filter((limit) => limit !== undefined);

/** The members of an object, and those of the objects in it, as `messages[].role`. */
function members(schema: Schema, prefix = ''): string[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const row = [
      code(path),
      typeOf(member),
      required.includes(name) ? 'yes' : '',
      [...limitsOf(member), ...(member.description ? [member.description] : [])].join('. '),
    ];
    const inner = member.items ?? member;
    return [`| ${row.join(' | ')} |`, ...members(inner, `${path}${member.items ? '[]' : ''}.`)];
  });
}

const table = (schema: Schema) => {
  const rows = members(schema);
  return rows.length === 0
    ? ''
    : `| member | type | required | notes |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
};

const credentials = (security: Operation['security']) =>
  security
    .map((choice) => Object.keys(choice)[0] ?? 'none')
    .map((name) => ({ none: 'none', key: 'API key', session: 'access token' })[name] ?? name)
    .join(' or ');

function operationText(path: string, method: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    (one) =>
      `- ${code(one.name)} (${one.in}${one.required ? '' : ', optional'}): ${one.description ?? typeOf(one.schema)}`,
  );
  const body = operation.requestBody?.content['application/json'];
  const example =
    body?.example === undefined ? '' : `\`\`\`json\n${JSON.stringify(body.example, null, 2)}\n\`\`\`\n`;
  const { '200': success, ...failures } = operation.responses;
  const types = Object.entries(success?.content ?? {}).map(
    ([type, { schema }]) => `${code(type)}${schema.$ref ? ` (${typeOf(schema)})` : ''}`,
  );
  const statuses = Object.keys(failures).join(', ');
  return [
    `### ${method.toUpperCase()} ${path}\n`,
    `${operation.summary}. Credentials: ${credentials(operation.security)}.\n`,
    parameters.length > 0 ? `${parameters.join('\n')}\n` : '',
    body ? `Body:\n\n${table(body.schema)}` : '',
    example,
    `200: ${success?.description ?? ''}. ${types.join(', ')}.\n`,
    statuses && `[Errors](#errors): ${statuses}.\n`,
  ]
    .filter(Boolean)
    .join('\n');
}

const number = (value: number) => value.toLocaleString('en-US');

/** A first call, with the responses of the gateway's own format. */
function firstCall(): string {
  const format = slipwayFormat('6f1c3a52-8a0e-4a0b-9d53-3f2f6c1c7f10');
  const end = {
    ...{ finishReason: 'stop', cost: 0.02 },
    tokens: { input: 12, output: 4, isEstimate: false },
  };
  const text = ['Hi! How ', 'can I help?'];
  const body = format.body({ text: text.join(''), toolCalls: [], end });
  const events = [...text.map((part) => format.part({ text: part })), format.end(end)].join('');
  const call = (data: object) =>
    `curl https://app.example.com/v1/agents/my-chatbot-v1 \\
  -H "Authorization: Bearer $SLIPWAY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(data)}'`;
  return [
    '## Make a call\n',
    `\`\`\`sh\n${call({ message: 'Hello' })}\n\`\`\`\n`,
    `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\`\n`,
    'With `"stream": true`, the response is a stream of server-sent events:\n',
    `\`\`\`text\n${events.trim()}\n\`\`\`\n`,
    "OpenAI's client libraries work too: the base URL is the endpoint, `https://app.example.com/v1/agents/my-chatbot-v1`, and the model is `agent`.\n",
  ].join('\n');
}

const limits = `## Limits

| limit | value |
| --- | --- |
| requests of an API key | ${number(defaultRates.key)} a minute, unless its owner set another rate |
| requests with invalid keys from one address | ${number(defaultRates.wrongKey)} a minute |
| previews with invalid sessions from one address | ${number(defaultRates.wrongKey)} a minute |
| GET requests without a valid key from one address | ${number(defaultRates.read)} a minute |
| previews | ${number(defaultRates.user)} a minute of a user, ${number(defaultRates.visitor)} of the visitors at one address |
| a request body | ${number(MAX_BODY / 1024)} KB |
| a complete response | ${number(DEFAULT_TIME_LIMIT / 1000)} seconds, unless the operator set another limit |

A request over a rate gets 429 with \`Retry-After\`.
`;

/** Every header that some operation responds with, once. */
function headerTable(paths: Record<string, Record<string, Operation>>): string {
  const meanings = new Map(
    Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ headers }) => Object.entries(headers ?? {}))
      .map(([name, { description }]) => [name, description]),
  );
  const rows = [...meanings].sort().map(([name, meaning]) => `| ${code(name)} | ${meaning} |`);
  return `## Headers of responses\n\n| header | meaning |\n| --- | --- |\n${rows.join('\n')}\n`;
}

interface Webhook {
  post: { summary: string; requestBody: { content: Record<string, Content> } };
}

/** A receiver that checks the signature, as `tools/local/src/webhooks.test.ts` does. */
const RECEIVER = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…

createServer(async (request, response) => {
  try {
    // Throws for another signature, and for a message that is older than five minutes.
    const event = webhook.verify(await text(request), request.headers);
    console.log(event.type, event.data);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);`;

const MESSAGE = {
  type: 'deployment.stopped',
  timestamp: '2026-11-29T10:00:00.123456+00:00',
  data: {
    ...{ deployment_id: '00000000-0000-4000-8000-000000000000', deployment: 'my-chatbot-v1' },
    status: 'stopped',
  },
};

const webhookText = (webhooks: Record<string, Webhook>) => [
  '## Webhooks\n',
  'A deployment posts its events to the addresses that its owner adds in its details. Messages follow the [Standard Webhooks](https://www.standardwebhooks.com) specification: they are JSON with `type`, `timestamp` and `data`, and have the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. An example:\n',
  `\`\`\`json\n${JSON.stringify(MESSAGE, null, 2)}\n\`\`\`\n`,
  'The specification has libraries for many languages that verify messages. For JavaScript it is `standardwebhooks`:\n',
  `\`\`\`js\n${RECEIVER}\n\`\`\`\n`,
  'Pass the raw body, before any parsing. Respond with 2xx within 15 seconds. After any other response, the message is sent again, seven times within 31 hours; then the webhook is turned off. A response of 410 turns it off at once. A message can arrive twice and out of order: its `webhook-id` stays the same. For a day after a rotation of the secret, the old secret verifies messages too.\n',
  ...Object.entries(webhooks).map(([type, { post }]) => {
    const data = post.requestBody.content['application/json']?.schema.properties?.data ?? {};
    return `### ${type}\n\n${post.summary}. \`data\`:\n\n${table(data)}`;
  }),
];

/** Every status that some operation responds with, once. */
function errorTable(paths: Record<string, Record<string, Operation>>): string {
  const meanings = new Map(
    Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status]) => status !== '200')
      .map(([status, { description }]) => [status, description]),
  );
  const rows = [...meanings].sort().map(([status, meaning]) => `| ${status} | ${meaning} |`);
  return `| status | meaning |\n| --- | --- |\n${rows.join('\n')}\n`;
}

/** The page, as it must be in the repository. */
export async function httpApiPage(): Promise<string> {
  const document = JSON.parse(JSON.stringify(openApiDocument('https://app.example.com'))) as {
    info: { description: string };
    paths: Record<string, Record<string, Operation>>;
    webhooks: Record<string, Webhook>;
    components: { schemas: Record<string, Schema>; securitySchemes: Record<string, { description: string }> };
  };
  const { key, session } = document.components.securitySchemes;
  const text = [
    '# HTTP API\n',
    `${document.info.description}\n`,
    'Send credentials in the header `Authorization: Bearer <credentials>`. There are two kinds:\n',
    `- ${key?.description ?? ''}`,
    `- ${session?.description ?? ''}\n`,
    'The local server and the gateway serve this reference as an OpenAPI document at `/v1/openapi.json`. `npm run reference -w @slipway/gateway` writes this page from it.\n',
    firstCall(),
    '## Requests\n',
    ...Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => operationText(path, method, operation)),
    ),
    ...webhookText(document.webhooks),
    '## Errors\n',
    'Every error has the body `application/problem+json` ([Problem](#problem)).\n',
    errorTable(document.paths),
    headerTable(document.paths),
    limits,
    '## Bodies\n',
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) =>
        `### ${name}\n\n${schema.description ? `${schema.description}\n\n` : ''}${table(schema)}`,
    ),
  ].join('\n');
  return (await format(httpApiFile, text, { printWidth: 110, singleQuote: true })).code;
}

if (process.argv[1] === import.meta.filename) writeFileSync(httpApiFile, await httpApiPage());
