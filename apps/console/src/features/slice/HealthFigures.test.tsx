/** The figures say when the release started, and how many of its views are from then: views from before prove nothing. */
import type { Health, HealthRow, Part } from '@slipway/cli/console';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HealthFigures } from './HealthFigures';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T08:37:30.000Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const stable: Part = {
  ...{ kind: 'stable', app: 'billing', version: 'aaaaaaaaaaaa', isDrift: false, fallback: null },
  ...{ revision: 3, at: '2026-11-26T08:37:20.000Z', author: 'Bea' },
};
const row = (views: number, failureRate: number, lastAt: string): HealthRow => ({
  ...{ slice: 'billing', version: stable.version, group: 'stable', views, failureRate, errorRate: 0 },
  ...{ lcp: null, inp: null, failingRoutes: [], lastAt },
});

function open(rows: HealthRow[], rowsSince: HealthRow[] = [], part = stable) {
  const health: Health = {
    ...{ state: 'known', message: null, rows, rowsSince, points: [], series: [], failures: [] },
  };
  render(<HealthFigures health={health} stable={part} hours={6} />);
  return screen.getByText(/^Release aaaaaaaa started/).parentElement?.textContent ?? '';
}

test.each([
  ['all views from before', [row(40, 0, '2026-11-26T08:34:00.000Z')], [], /: the figures are from before\.$/],
  [
    ...['a row without views since then', [row(40, 0, '2026-11-26T08:34:00.000Z')]],
    ...[[row(0, 0, '2026-11-26T08:38:00.000Z')], /: the figures are from before\.$/],
  ],
  ['no views', [], [], /No views since then\.$/],
  ['the minute of the change', [row(9, 0, '2026-11-26T08:37:00.000Z')], [], /from the next full minute\.$/],
  [
    ...['views since then', [row(52, 0, '2026-11-26T08:38:00.000Z')]],
    ...[
      [row(12, 0.25, '2026-11-26T08:38:00.000Z')],
      /Since then: 12 of the 52 views in this period\. 25% of them failed\.$/,
    ],
  ],
] as const)('%s', (_what, rows, rowsSince, expected) => {
  const shown = open([...rows], [...rowsSince]);
  expect(shown).toMatch(/^Release aaaaaaaa started 10 s ago \(revision 3, by Bea\)\./);
  expect(shown).toMatch(expected);
});

test('its views as a canary do not count', () => {
  const asCanary = (views: number): HealthRow => ({
    ...row(views, 1, '2026-11-26T08:38:00.000Z'),
    group: 'canary',
  });
  const asStable = (views: number) => row(views, 0.25, '2026-11-26T08:38:00.000Z');
  expect(open([asCanary(7), asStable(52)], [asCanary(5), asStable(12)])).toMatch(
    /Since then: 12 of the 52 views in this period\. 25% of them failed\.$/,
  );
  expect(screen.getByText('52')).toBeTruthy();
  expect(screen.queryByText('7')).toBeNull();
});

test('the second line of a release that ran for the whole period is there, too: the figures stay in place (23)', () => {
  const old = { ...stable, at: '2026-11-20T08:00:00.000Z' };
  expect(open([row(40, 0, '2026-11-26T08:34:00.000Z')], [], old)).toMatch(
    /by Bea\)\.It has run for the whole period\.$/,
  );
});

test('a failing release leads to its failures; each share says what it counts', () => {
  open([row(30, 0.8, '2026-11-26T08:37:00.000Z')]);
  const link = screen.getByRole('link', { name: 'See why' });
  expect(link.getAttribute('href')).toBe('#failures');
  expect(link.parentElement?.dataset['reserved']).toBeUndefined();
  expect(screen.getByText('A part of the page did not load or render')).toBeTruthy();
  expect(screen.getByText('Code threw an error later, such as after a click')).toBeTruthy();
});

test('without failures, the mark and its link only take their space: it moves nothing when it comes or goes', () => {
  open([row(40, 0, '2026-11-26T08:34:00.000Z')]);
  expect(screen.getByText('See why').parentElement?.dataset['reserved']).toBe('true');
});

test('the text about the time since a change has space for the longest one', () => {
  open([]);
  expect(screen.getByText('No views since then.').parentElement?.style.minHeight).toContain('3em');
});
