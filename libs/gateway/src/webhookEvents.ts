/**
 * Events that webhooks of deployments receive, for the OpenAPI document. Source: triggers of the database (decisions 061
 * and 069). `tools/local/src/webhooks.test.ts` compares them with the messages that are sent.
 */

const text = { type: 'string' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const orNull = <const T extends { type: string }>(schema: T) => ({ ...schema, type: [schema.type, 'null'] });
const dollars = (description: string) => ({ type: 'number', description: `US dollars ${description}` });

const deployment_id = { type: 'string', format: 'uuid' } as const;
const deployment = { type: 'string', description: 'Its name' } as const;
const subject = { deployment_id, deployment };

const headers = [
  ['webhook-id', 'The same for each attempt: ignore one that you have handled'],
  ['webhook-timestamp', 'Of the attempt, in seconds since 1970'],
  ['webhook-signature', 'One or more of `v1,` and a signature, separated by spaces'],
].map(([name, description]) => ({ name, in: 'header', required: true, schema: text, description }));

/** `optional` members of `data` are absent where they do not apply. */
const webhook = (type: string, summary: string, data: object, optional: readonly string[] = []) => ({
  post: {
    ...{ summary, security: [], parameters: headers },
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { const: type },
              timestamp: { ...time, description: 'Of the event' },
              data: {
                type: 'object',
                required: Object.keys(data).filter((name) => !optional.includes(name)),
                properties: data,
              },
            },
          },
        },
      },
    },
    responses: {
      '2XX': {
        description: 'Accepted. Any other status, or none within 15 seconds, is repeated for 31 hours',
      },
      '410': { description: 'Turns the webhook off' },
    },
  },
});

export const webhookEvents = {
  'deployment.stopped': webhook(
    'deployment.stopped',
    'A deployment stopped or failed, or the notice period of its withdrawn agent is over and its calls are rejected',
    {
      ...subject,
      status: { enum: ['stopped', 'failed'] },
      reason: {
        enum: ['agent_withdrawn'],
        description: 'Only if the agent was withdrawn: the deployment responds again when the agent is back',
      },
    },
    ['reason'],
  ),
  'quota.reached': webhook(
    'quota.reached',
    "Calls are rejected: the plan's messages or a spend limit are used up. Sent once for each limit and period",
    {
      ...subject,
      scope: { enum: ['plan', 'account', 'deployment', 'key'] },
      limit: { type: 'number', description: 'Messages of the plan, otherwise US dollars' },
      plan: { ...text, description: 'Its name, with the scope `plan`' },
      key: { ...text, description: 'The masked key, with the scope `key`' },
      resets_at: time,
    },
    ['plan', 'key'],
  ),
  'spend.alert': webhook('spend.alert', 'A share of a spend limit is used', {
    ...subject,
    scope: { enum: ['account', 'deployment', 'key'] },
    percent: { enum: [50, 80, 100] },
    month: { ...text, description: 'Its first day (UTC)' },
  }),
  'price.changed': webhook(
    'price.changed',
    'A higher price is announced, is due in a week, or was not accepted and stops the deployment',
    {
      ...subject,
      agent: { ...text, description: 'Its name' },
      step: { enum: ['announce', 'remind', 'stop'] },
      old_price_per_message: dollars('for each call'),
      old_price_per_month: dollars('a month'),
      new_price_per_message: dollars('for each call'),
      new_price_per_month: dollars('a month'),
      effective_at: time,
      stops_at: { ...time, description: 'When the deployment is stopped, unless you accept the price' },
    },
  ),
  'key.rotated': webhook('key.rotated', 'A new API key replaced the current one', {
    ...subject,
    old_key: { ...text, description: 'Masked' },
    old_key_expires_at: orNull(time),
  }),
  'moderation.changed': webhook(
    'moderation.changed',
    'A suspension of the deployment, its agent or an account stops calls, or was lifted',
    {
      ...subject,
      kind: { enum: ['deployment', 'agent', 'person'] },
      state: { enum: ['suspended', 'lifted'] },
      reason: text,
      appeal: { ...text, description: 'Where to appeal' },
    },
  ),
  'webhook.test': webhook('webhook.test', 'You pressed “Send test event”', { deployment_id }),
};
