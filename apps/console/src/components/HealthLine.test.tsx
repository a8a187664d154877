/** A row of the overview says what is known of its health: loading, failing with its figure, or nothing since a change. */
import type { HealthRow } from '@slipway/cli/console';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { HealthLine } from './HealthLine';

afterEach(cleanup);

const row: HealthRow = {
  ...{ slice: 'billing', version: 'b', group: 'stable', views: 30, failureRate: 0, errorRate: 0 },
  ...{ lcp: 1980, inp: null, failingRoutes: [], lastAt: '2026-11-26T08:34:00.000Z' },
};

test('while health loads, it says nothing about it', () => {
  const { container } = render(<HealthLine state="loading" row={undefined} since={undefined} />);
  expect(container.textContent).toBe('');
  expect(container.querySelector('[aria-hidden]')).toBeTruthy();
});

test.each([
  ['known', 'No views'],
  ['down', 'Health unknown'],
  ['absent', 'Health unknown'],
] as const)('without a figure it says why: %s', (state, shown) => {
  render(<HealthLine state={state} row={undefined} since={undefined} />);
  expect(screen.getByText(shown)).toBeTruthy();
});

test('a failing release has a badge and its figure', () => {
  render(<HealthLine state="known" row={{ ...row, failureRate: 0.8 }} since={undefined} />);
  expect(screen.getByText('Failing').dataset['tone']).toBe('danger');
  expect(screen.getByText('80% failed')).toBeTruthy();
  expect(screen.getByText('30 views · LCP 2.0 s')).toBeTruthy();
});

test('views from before a change are no proof of it', () => {
  const { rerender } = render(<HealthLine state="known" row={row} since="2026-11-26T08:35:10.000Z" />);
  expect(screen.getByText('30 views, none since the change · LCP 2.0 s')).toBeTruthy();
  // In the minute of the change, it is unknown.
  rerender(<HealthLine state="known" row={row} since="2026-11-26T08:34:10.000Z" />);
  expect(screen.getByText('30 views · LCP 2.0 s')).toBeTruthy();
});
