/** Numbers, commands, charts and the key as the page shows and keeps them. */
import { expect, it, vi } from 'vitest';
import { chartData } from './chartData';
import { takeToken, watchToken } from './client';
import { withReason } from './command';
import { age, duration, percent } from './format';
import { machine, overrideLink } from './overrideLink';
import { sourceText } from './sourceText';

it('formats shares, durations and ages', () => {
  expect([0, 0.0004, 0.042, 0.5, 1].map(percent)).toEqual(['0%', '0.04%', '4.2%', '50%', '100%']);
  expect([240.4, 1849].map(duration)).toEqual(['240 ms', '1.8 s']);
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(
    ['2026-11-22T11:59:58Z', '2026-11-22T09:00:00Z', '2026-11-20T12:00:00Z'].map((at) => age(at, now)),
  ).toEqual(['2 s', '3 h', '2 d']);
});

it('quotes the reason for a shell, and shows where a missing one goes', () => {
  expect(withReason('npx slipway rollback', ' ')).toBe('npx slipway rollback --reason "…"');
  expect(withReason('npx slipway rollback', "it's $HOME; ls")).toBe(
    "npx slipway rollback --reason 'it'\\''s $HOME; ls'",
  );
});

it('links to an override on this machine, and to a release', () => {
  const place = { address: 'https://staging.example', slice: 'billing', target: machine('4301') };
  expect(overrideLink({ ...place, route: '/billing' })).toBe(
    'https://staging.example/billing?slice=billing@http://localhost:4301',
  );
  expect(overrideLink({ ...place, route: '/agents/:id', target: '0123456789abcdef' })).toBe(
    'https://staging.example/?slice=billing@0123456789abcdef',
  );
});

it('marks each deploy in its period, and leaves out earlier ones', () => {
  const point = { views: 1, failureRate: 0.5, errorRate: null, lcp: 900, inp: null };
  const points = [10, 11, 12].map((hour) => ({ ...point, at: `2026-11-22T${String(hour)}:00:00.000Z` }));
  const series = [
    { version: 'b', failureRates: [null, 0.8, 0.8] },
    { version: 'a', failureRates: [0, 0, null] },
  ];
  const mark = { environment: 'local', previous: 1, author: 'Bea', reason: '', changes: [] };
  const deploys = [
    { ...mark, revision: 3, at: '2026-11-22T11:59:59.000Z' },
    { ...mark, revision: 2, at: '2026-11-22T09:59:59.000Z' },
  ];
  const { events, failed, errors, periods } = chartData({ points, series }, deploys, 6, ({ revision }) =>
    String(revision),
  );
  expect(events).toEqual([{ at: 1, label: '3' }]);
  expect([failed, errors]).toEqual([
    [
      { version: 'b', values: [null, 80, 80] },
      { version: 'a', values: [0, 0, null] },
    ],
    [null, null, null],
  ]);
  expect(periods).toHaveLength(3);
});

it('marks the line of a failure in its source', () => {
  const lines = [
    { number: 9, text: 'function total() {' },
    { number: 10, text: '\treturn plan.price;' },
  ];
  expect(sourceText({ file: 'a.ts', line: 10, column: 9, lines })).toBe(
    ['   9 | function total() {', '> 10 | \treturn plan.price;'].join('\n'),
  );
});

it('takes the key out of the address', () => {
  history.replaceState(null, '', '/slices/billing?hours=6#token=abc-_1');
  takeToken(window.location, localStorage);
  expect([
    location.pathname + location.search + location.hash,
    localStorage.getItem('slipway-console-token'),
  ]).toEqual(['/slices/billing?hours=6', 'abc-_1']);
  history.replaceState(null, '', '/#token=<script>');
  takeToken(window.location, localStorage);
  expect(localStorage.getItem('slipway-console-token')).toBe('abc-_1');
});

it('an address with another key that is opened in the same tab loads the page again, with that key', async () => {
  history.replaceState(null, '', '/history');
  const loads: string[] = [];
  watchToken(window.location, localStorage, () => loads.push(location.href));
  location.hash = '#revision-3';
  location.hash = '#token=xyz-_2';
  await vi.waitFor(() => {
    expect(loads).toEqual([expect.stringMatching(/\/history$/)]);
  });
  expect(localStorage.getItem('slipway-console-token')).toBe('xyz-_2');
});
