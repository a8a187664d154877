/** The results of the messages of a webhook. */
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '@slipway/testing';
import { DeliveryTable } from './DeliveryTable';

afterEach(cleanup);

test.each([
  ['an hour before the loss', '2026-11-20T11:00:00Z', null, 'Failed (secret lost)'],
  ['a day before', '2026-11-19T12:00:00Z', null, 'Failed (no response)'],
  ['after it, with a response', '2026-11-20T13:00:00Z', 500, 'Failed (500)'],
])('a message to a webhook with a lost secret, %s', (_, created_at, status, result) => {
  const webhook = { id: 'w1', url: 'https://a.test/', events: ['key.rotated'] };
  const lost = { disabled_at: '2026-11-21T12:00:00Z', secret_lost_at: '2026-11-20T12:00:00Z' };
  const delivery = { id: 'm1', event: 'key.rotated', attempts: 8, delivered_at: null, due_at: null };
  renderPage(
    <DeliveryTable webhook={{ ...webhook, ...lost }} deliveries={[{ ...delivery, created_at, status }]} />,
  );
  expect(screen.getByText(result)).toBeTruthy();
});
