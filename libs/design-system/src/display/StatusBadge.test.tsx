import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { StatusBadge } from './StatusBadge';

afterEach(cleanup);

test.each([
  ['active', 'success', 'Active'],
  ['pending', 'warning', 'Pending'],
  ['deploying', 'warning', 'Deploying'],
  ['failed', 'danger', 'Failed'],
  ['stopped', 'neutral', 'Stopped'],
  ['exploded', 'neutral', 'Exploded'],
  ['', 'neutral', 'Unknown'],
])('a deployment that is "%s" is %s, and reads %s', { tags: ['DS-01'] }, (status, tone, word) => {
  render(<StatusBadge kind="deployment" status={status} />);
  expect(screen.getByText(word).dataset.tone).toBe(tone);
});

test.each([
  ['active', 'success', 'Active'],
  ['trialing', 'info', 'Trialing'],
  ['past_due', 'warning', 'Past due'],
  ['canceled', 'danger', 'Canceled'],
  ['incomplete', 'neutral', 'Incomplete'],
  ['constructor', 'neutral', 'Constructor'],
])('a subscription that is "%s" is %s, and reads %s', { tags: ['DS-02'] }, (status, tone, word) => {
  render(<StatusBadge kind="subscription" status={status} />);
  expect(screen.getByText(word).dataset.tone).toBe(tone);
});

test('the word can be the catalogue’s', () => {
  render(<StatusBadge kind="subscription" status="past_due" label="Payment is late" />);
  expect(screen.getByText('Payment is late').dataset.tone).toBe('warning');
});
