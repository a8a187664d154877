/** Requests of webhooks and terms that fail: each is an error with a code, which decides what the user reads. */
import { afterEach, expect, test, vi } from 'vitest';
import { startBackend } from '@slipway/testing';
import { fetching } from '../testing/record';
import { termsQueries } from './terms';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  rotateSecret,
  testWebhook,
  webhookQueries,
} from './webhooks';

afterEach(() => {
  vi.unstubAllGlobals();
});

const requests: Record<string, () => Promise<unknown>> = {
  'GET deployment_webhooks': () => fetching(webhookQueries.of('d1')),
  'GET webhook_deliveries': () => fetching(webhookQueries.deliveries('w1')),
  'POST create_webhook': () => createWebhook({ deployment: 'd1', url: 'https://a.test', events: [] }),
  'POST rotate_webhook_secret': () => rotateSecret('w1'),
  'POST test_webhook': () => testWebhook('w1'),
  'POST enable_webhook': () => enableWebhook('w1'),
  'DELETE deployment_webhooks': () => deleteWebhook('w1'),
  'POST quote_deployment': () => fetching(termsQueries.quote('a1')),
  'POST pending_terms': () => fetching(termsQueries.pending()),
  'POST list_deployment_terms': () => fetching(termsQueries.of('d1')),
  'POST list_agent_versions': () => fetching(termsQueries.versions('a1')),
};

const rejections = [
  { status: 400, code: 'invalid_input' },
  { status: 401, code: 'unauthenticated' },
  { status: 403, code: 'forbidden' },
  { status: 404, code: 'not_found' },
  { status: 409, code: 'conflict' },
  { status: 429, code: 'rate_limited' },
  { status: 500, code: 'unexpected' },
  { status: 503, code: 'unavailable' },
];

test.each(Object.entries(requests))(
  '%s reports the code and the reason of a rejection',
  async (name, act) => {
    for (const { status, code } of rejections) {
      startBackend({ [name]: { status, json: { message: 'the reason' } } });
      await expect(act()).rejects.toMatchObject({ name: 'AppError', code, message: 'the reason' });
    }
  },
);

test.each(Object.entries(requests))('%s is unavailable without a connection', async (name, act) => {
  startBackend({ [name]: 'unreachable' });
  await expect(act()).rejects.toMatchObject({ name: 'AppError', code: 'unavailable' });
});
