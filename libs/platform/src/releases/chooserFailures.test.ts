/** A shell that does not start is reported; from a canary, the tab returns to the other shell. */
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { beacon, CANARY, runChooser, STABLE, inNewTabs } from '../testing/chooserPage';

inNewTabs();

/** A file of the canary throws, as browsers report it. */
const crash = (filename = `${window.location.origin}/slices/shell/${CANARY}/main.js`) =>
  window.dispatchEvent(new ErrorEvent('error', { message: 'bug', filename }));

/** A script of the document cannot be loaded. */
function failToLoad(src: string, isAsync: boolean): void {
  const script = document.createElement('script');
  script.src = src;
  script.async = isAsync;
  document.head.append(script);
  script.dispatchEvent(new Event('error'));
}

interface Report {
  v: number;
  environment?: string;
  revision?: number;
  sampled: boolean;
  events: Record<string, unknown>[];
}
const reports = () => beacon.mock.calls.map(([, body]) => JSON.parse(body) as Report);
const phases = () => reports().map(({ events }) => events[0]?.['phase']);

describe('a shell that does not start', () => {
  const head = vi.fn(() => Promise.resolve({ ok: false }));
  let logged: MockInstance;
  beforeEach(() => {
    head.mockClear();
    logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', head);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is reported as a failed visit, once a day, and the other shell is chosen next', async () => {
    await runChooser(100);
    crash();
    crash();
    const release = { slice: 'shell', version: CANARY, group: 'canary', route: '*' };
    const failure = { kind: 'failure', phase: 'evaluate', part: 'shell', code: 'unexpected' };
    expect(reports()).toEqual([
      expect.objectContaining({
        ...{ v: 1, sampled: true },
        events: [
          { ...release, ...failure },
          { ...release, kind: 'visit', failed: true },
        ],
      }),
    ]);
    expect(beacon.mock.calls[0]?.[0]).toBe('/health-events');
    expect(logged).toHaveBeenCalledExactlyOnceWith('slice failed', expect.stringContaining('"bug"'));
    expect(document.documentElement.dataset['start']).toBe('failed');
    expect(head).toHaveBeenCalledExactlyOnceWith(window.location.href, { method: 'HEAD', cache: 'no-store' });
    expect(JSON.parse(sessionStorage.getItem('slipway.failed') ?? '')).toEqual({ shell: [CANARY] });
    expect(await runChooser(100)).toBe('stable');
  });

  it('keeps the failures of slices and of earlier shells, and counts a visit a day', async () => {
    const before = { billing: ['b1'], shell: ['00000000000000c0'] };
    sessionStorage.setItem('slipway.failed', JSON.stringify(before));
    localStorage.setItem('slipway.counted', JSON.stringify({ billing: 'a day' }));
    await runChooser(100);
    crash();
    const failed = { billing: ['b1'], shell: ['00000000000000c0', CANARY] };
    expect(JSON.parse(sessionStorage.getItem('slipway.failed') ?? '')).toEqual(failed);
    const today = new Date().toISOString().slice(0, 10);
    expect(JSON.parse(localStorage.getItem('slipway.counted') ?? '')).toEqual({
      ...{ billing: 'a day', shell: `${today} ${STABLE} ${CANARY}` },
    });
    sessionStorage.clear();
    await runChooser(100);
    crash();
    expect(
      reports()
        .at(-1)
        ?.events.map(({ kind }) => kind),
    ).toEqual(['failure']);
  });

  it('is a failed visit of the stable group too, whose own script handles it', async () => {
    await runChooser(0, { environment: 'local', revision: 7 });
    crash(`${window.location.origin}/slices/shell/${STABLE}/main.js`);
    const release = { slice: 'shell', version: STABLE, group: 'stable', route: '*' };
    expect(reports()).toEqual([
      {
        ...{ v: 1, environment: 'local', revision: 7, sampled: true },
        events: [{ ...release, kind: 'visit', failed: true }],
      },
    ]);
    expect(logged).not.toHaveBeenCalled();
    expect(document.documentElement.dataset['start']).toBeUndefined();
    expect(sessionStorage.getItem('slipway.failed')).toBeNull();
    expect(head).not.toHaveBeenCalled();
  });

  it('reports a file that is missing, and one that rejects a promise', async () => {
    const main = `${window.location.origin}/slices/shell/${CANARY}/main.js`;
    await runChooser(100);
    failToLoad(main, false);
    expect(reports()[0]?.events[0]).toMatchObject({ phase: 'load', code: 'slice_unreachable' });
    sessionStorage.clear();
    await runChooser(100);
    const reason = Object.assign(new Error('bug'), { stack: `Error: bug at ${main}:1:1` });
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
    expect(phases()).toEqual(['load', 'evaluate']);
  });

  it.each([
    ['that responds', () => Promise.resolve({ ok: true }), 1],
    ['that rejects the address', () => Promise.resolve({ ok: false }), 0],
    ['that cannot be reached', () => Promise.reject(new TypeError('offline')), 0],
  ])(
    'of a server %s is replaced by a reload of the tab, otherwise its message stays',
    async (_which, answer, times) => {
      const reload = vi.fn();
      vi.stubGlobal('location', { origin: window.location.origin, href: window.location.href, reload });
      head.mockImplementationOnce(answer);
      await runChooser(100);
      crash();
      await new Promise((resolve) => setTimeout(resolve)); // the response has arrived
      expect(head).toHaveBeenCalledOnce();
      expect(reload).toHaveBeenCalledTimes(times);
      expect(document.documentElement.dataset['start']).toBe('failed');
    },
  );

  it('hangs after 20 seconds, not before', async () => {
    vi.useFakeTimers();
    await runChooser(100);
    vi.advanceTimersByTime(19_999);
    expect(phases()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(phases()).toEqual(['hang']);
    expect(reports()[0]?.events[0]).toMatchObject({ code: 'slice_unreachable' });
  });

  it('is not what an extension, a slice or a file that loads later did, nor an error after the start', async () => {
    await runChooser(100);
    crash('chrome-extension://x/a.js');
    crash(`${window.location.origin}/slices/billing/${CANARY}/page.js`);
    failToLoad(`${window.location.origin}/slices/shell/${CANARY}/later.js`, true);
    failToLoad('https://elsewhere.example/slices/shell/a.js', false);
    for (const reason of ['text', Object.assign(new Error('bug'), { stack: 'at chrome-extension://x/a.js' })])
      window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
    document.documentElement.dataset['start'] = 'done';
    crash();
    expect(beacon).not.toHaveBeenCalled();
  });

  it('reports nothing without an endpoint, and no visit outside the sample', async () => {
    await runChooser(100, { health: undefined });
    crash();
    expect(beacon).not.toHaveBeenCalled();
    expect(logged).toHaveBeenCalledOnce();
    sessionStorage.clear();
    await runChooser(100, { health: { url: '/health-events', sample: 0, routes: [] } });
    crash();
    expect(reports()).toEqual([
      expect.objectContaining({ sampled: false, events: [expect.objectContaining({ kind: 'failure' })] }),
    ]);
    sessionStorage.clear();
    await runChooser(0, { health: { url: '/health-events', sample: 0, routes: [] } });
    crash();
    expect(beacon).toHaveBeenCalledOnce();
    expect(localStorage.getItem('slipway.counted')).toBeNull();
  });

  it.each([
    [0, 0, false],
    [0.5, 0.49, true],
    [0.5, 0.5, false],
    [1, 0.99, true],
  ])('with a sample of %d, a visit that draws %d is counted: %s', async (sample, drawn, isCounted) => {
    vi.spyOn(Math, 'random').mockReturnValue(drawn);
    await runChooser(100, { health: { url: '/health-events', sample, routes: [] } });
    crash();
    expect(reports()).toEqual([expect.objectContaining({ sampled: isCounted })]);
    expect(localStorage.getItem('slipway.counted') !== null).toBe(isCounted);
  });
});
