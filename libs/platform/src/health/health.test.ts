/** From errors of the page to the body of a report. One file: all tests share the page and its release. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AppError,
  type Composition,
  type HealthBeacon,
  healthBeaconSchema,
  parseDocument,
} from '@slipway/contracts';
import { composedRelease, compositionOf } from '../testing/compositions';
import { recordExposure } from '../flags/exposures';
import { createFrameOf, fingerprintOf, topFrame } from './frames';
import { createReporter, type Reporter } from './reporter';
import { createVisits } from './visits';

const STABLE = '00000000000000a1';
const CANARY = '00000000000000c1';
const base = (slice: string, version: string) => `/slices/${slice}/${version}/`;
const route = { path: '/market', title: 'Market', access: 'public' as const };
const release = (version: string) => ({
  ...{ ...composedRelease(version), base: base('market', version), routes: [route] },
});

const composed: Composition = {
  ...compositionOf({
    market: { ...release(STABLE), canary: { percent: 10, release: release(CANARY) } },
    billing: composedRelease('00000000000000b0'),
  }),
  health: { url: '/health-events', sample: 1, routes: ['/'] },
};
const released = { ...composed, slices: { ...composed.slices, market: release(CANARY) } };
const onMachine = { ...composedRelease('00000000000000b1'), base: 'http://localhost:4205/' };
const running = { ...released, slices: { ...released.slices, billing: onMachine } };
const at = (path: string, line = 1) => `    at f (${window.location.origin}${path}:${String(line)}:7)`;
const errorAt = (message: string, ...frames: string[]) =>
  Object.assign(new TypeError(message), { stack: [`TypeError: ${message}`, ...frames].join('\n') });

const frameOf = createFrameOf(running, window.location.origin);
const shellFrame = at(`${composed.shell.base}main.0123.js`);
const marketFrame = at(`${base('market', CANARY)}page.0123.js`, 3);

describe('the top frame of an error', () => {
  it('is that of a slice, also when it called the shell', () => {
    const stack = ['TypeError: x', shellFrame, marketFrame].join('\n');
    expect(topFrame(stack, frameOf)).toEqual({ slice: 'market', frame: 'page.0123.js:3:7' });
  });

  it('is that of the shell when no slice is in the stack', () => {
    expect(topFrame(shellFrame, frameOf)).toEqual({ slice: 'shell', frame: 'main.0123.js:1:7' });
  });

  it.each([
    ['an extension', 'at chrome-extension://abc/content.js:1:2'],
    ['another site', 'at https://tags.example/slices/market/x.js:1:2'],
    ['a release that does not run', at(`${base('market', STABLE)}page.js`)],
  ])('is none for %s', (_what, stack) => {
    expect(topFrame(stack, frameOf)).toBeUndefined();
  });
});

it('gives equal texts equal fingerprints of 8 digits', () => {
  expect(fingerprintOf('a')).toBe('e40c292c');
  expect(fingerprintOf('a')).not.toBe(fingerprintOf('b'));
});

describe('a report', () => {
  let sent: HealthBeacon[];
  let report: Reporter['report'];
  const here = { view: 'v1', route: '/market', at: 10 };
  const start = (settings: Partial<NonNullable<Composition['health']>> = {}) =>
    createReporter({
      composed,
      running,
      released,
      health: { url: '/health-events', sample: 1, routes: [], ...settings },
    });
  const flush = () => {
    window.dispatchEvent(new Event('pagehide'));
    return sent.flatMap(({ events }) => events);
  };

  beforeEach(() => {
    localStorage.clear();
    sent = [];
    vi.useFakeTimers();
    Object.assign(navigator, {
      sendBeacon: (_url: string, body: string) => sent.push(JSON.parse(body) as HealthBeacon),
    });
    ({ report } = start());
  });
  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, 'sendBeacon');
  });

  it('attributes an error in a frame to its slice, without a place in a script', () => {
    report({ ...here, kind: 'shown' });
    const error = Object.assign(new Error('a secret'), { name: 'RangeError', stack: '' });
    report({ ...here, kind: 'uncaught', phase: 'promise', error, slice: 'market' });
    const [, event] = flush();
    expect(event).toMatchObject({
      ...{ slice: 'market', version: CANARY, group: 'canary' },
      ...{ kind: 'error', phase: 'promise', code: 'RangeError', first: true },
    });
    expect(JSON.stringify(event)).not.toMatch(/secret|frame/);
  });

  it('has a view once, and the first error of it', () => {
    report({ ...here, kind: 'shown' });
    report({ ...here, kind: 'shown' });
    report({ ...here, kind: 'uncaught', phase: 'event', error: errorAt('x', marketFrame) });
    report({ ...here, kind: 'uncaught', phase: 'timer', error: errorAt('y', marketFrame) });
    const release = { slice: 'market', version: CANARY, group: 'canary', route: '/market' };
    expect(flush()).toMatchObject([
      { ...release, kind: 'view' },
      {
        ...release,
        kind: 'error',
        phase: 'event',
        code: 'TypeError',
        first: true,
        frame: 'page.0123.js:3:7',
      },
      { ...release, kind: 'error', phase: 'timer' },
      { ...release, kind: 'visit', hasError: true },
    ]);
    expect(sent[0]?.events[2]).not.toHaveProperty('first');
    expect(sent[0]).toMatchObject({ v: 1, environment: composed.environment, sampled: true });
  });

  it('counts a visitor once, however many views fail, and again on another day or with another canary', () => {
    const visits = () => flush().filter(({ kind }) => kind === 'visit');
    const fail = (view: string) => {
      const failed = { ...{ owner: 'x', reason: 'x', at: '' }, slice: 'market', version: CANARY } as const;
      const failure = { ...failed, code: 'unexpected', phase: 'render', part: 'page' } as const;
      report({ ...here, view, kind: 'shown' });
      report({ ...here, view, kind: 'failure', failure, error: errorAt(view, marketFrame) });
    };
    for (const view of ['a', 'b', 'c', 'd']) fail(view);
    expect(visits()).toEqual([
      { slice: 'market', version: CANARY, group: 'canary', route: '/market', kind: 'visit', failed: true },
    ]);
    ({ report } = start());
    fail('e');
    expect(visits()).toHaveLength(1);
    vi.setSystemTime(Date.now() + 86_400_000);
    ({ report } = start());
    report({ ...here, kind: 'shown' });
    vi.advanceTimersByTime(120_000);
    fail('f');
    expect(visits().map(({ failed }) => failed)).toEqual([true, undefined]);

    const { market } = composed.slices;
    const canary = { percent: 10, release: release('00000000000000c2') };
    const next = {
      ...composed,
      slices: { ...composed.slices, ...(market && { market: { ...market, canary } }) },
    };
    const { begin } = createVisits(next);
    const visit = {
      slice: 'market',
      version: STABLE,
      group: 'stable',
      route: '/market',
      kind: 'visit',
    } as const;
    expect([begin('market', visit), begin('market', visit)]).toEqual([true, false]);
  });

  it('is valid, and contains no text of an error', () => {
    const secret = 'ada@example.org';
    const named = Object.assign(errorAt(secret, marketFrame), { name: secret });
    report({ ...here, kind: 'uncaught', phase: 'event', error: named });
    report({ ...here, kind: 'uncaught', phase: 'promise', error: secret });
    flush();
    expect(sent).toHaveLength(1);
    expect(parseDocument(healthBeaconSchema, sent[0], 'report')).toEqual(sent[0]);
    expect(JSON.stringify(sent)).not.toContain('ada');
  });

  it('counts a page that failed as a view, and a failed slot not', () => {
    const failure = { owner: 'x', reason: 'x', code: 'slice_unreachable', at: '' } as const;
    const error = new AppError('slice_unreachable', 'x');
    const page = { ...failure, slice: 'market', version: CANARY, phase: 'load', part: 'entry' } as const;
    report({ ...here, kind: 'failure', failure: page, error });
    report({ ...here, kind: 'failure', failure: page, error }); // the same error again
    report({
      ...here,
      view: 'v2',
      route: '/',
      kind: 'failure',
      error: new Error('y'),
      failure: { ...page, part: 'slot' },
    });
    expect(flush()).toMatchObject([
      { kind: 'view', route: '/market' },
      { kind: 'failure', first: true, phase: 'load', part: 'entry', code: 'slice_unreachable' },
      { kind: 'failure', route: '/', slice: 'market', part: 'slot' },
      { kind: 'visit', failed: true },
    ]);
  });

  it('outside of the sample has failures only', () => {
    ({ report } = start({ sample: 0 }));
    report({ ...here, kind: 'shown' });
    report({ ...here, kind: 'uncaught', phase: 'event', error: errorAt('x', marketFrame) });
    expect(flush()).toMatchObject([{ kind: 'error' }]);
    expect(sent[0]?.sampled).toBe(false);
  });

  it('ignores scripts that are no release, and names a developer’s', () => {
    report({
      ...here,
      kind: 'uncaught',
      phase: 'event',
      error: errorAt('x', 'at chrome-extension://a/b.js:1:2'),
    });
    report({
      ...here,
      kind: 'uncaught',
      phase: 'event',
      error: errorAt('x', 'at http://localhost:4205/p.js:1:2'),
    });
    expect(flush()).toMatchObject([{ slice: 'billing', group: 'override' }]);
  });

  it('is sent every half minute, at most 100 events each', () => {
    for (let view = 0; view < 150; view += 1) report({ ...here, view: String(view), kind: 'shown' });
    vi.advanceTimersByTime(30_000);
    expect(sent.map(({ events }) => events.length)).toEqual([100, 50]);
  });

  // The last test: a page keeps its exposures.
  it('says which flags a visit had, at most 20, and none that changed', () => {
    const visit = () => flush().find(({ kind }) => kind === 'visit');
    recordExposure('market.graph', true);
    recordExposure('market.table', false);
    recordExposure('market.table', true); // the user signed in
    report({ ...here, kind: 'shown' });
    recordExposure('billing.card', false); // evaluated after the page was shown
    recordExposure('market.graph', true);
    expect(visit()).toMatchObject({
      slice: 'market',
      flags: { 'market.graph': true, 'billing.card': false },
    });
    expect(sent[0]?.events.at(-1)?.flags).not.toHaveProperty(['market.table']);

    sent = [];
    const changed = { ...composed, flags: { market: { graph: { percent: 20 } } } };
    ({ report } = createReporter({
      ...{ composed: changed, running, released },
      health: { url: '/health-events', sample: 1, routes: [] },
    }));
    for (let flag = 0; flag < 30; flag += 1) recordExposure(`market.f${String(flag)}`, true);
    report({ ...here, kind: 'shown' });
    const counted = visit(); // the same visitor again, because a flag has another rule
    expect(Object.keys(counted?.flags ?? {})).toHaveLength(19);
    expect(parseDocument(healthBeaconSchema, sent[0], 'report')).toEqual(sent[0]);
  });
});
