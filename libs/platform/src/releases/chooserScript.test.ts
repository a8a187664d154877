/** The script that chooses a shell takes the side of the draw that slices have, and returns from a canary that does not start. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compositionOf } from '../testing/compositions';
import { bucketOf } from './canaries';

const STABLE = '00000000000000a1';
const CANARY = '00000000000000c1';
const composed = (percent: number) => ({
  ...compositionOf({}),
  shell: {
    version: STABLE,
    base: `/slices/shell/${STABLE}/`,
    canary: { percent, release: { version: CANARY, base: `/slices/shell/${CANARY}/` } },
  },
  health: { url: '/health-events', sample: 1, routes: [] },
});

/** Not a module: the compiler rejects its name in an import. */
const script = './chooserScript';
const beacon = vi.fn<(url: string, body: string) => boolean>(() => true);

/** Runs the script in a document with both templates. Returns the chosen side. */
async function run(percent: number): Promise<string | undefined> {
  const templates = ['stable', 'canary'].map((side) => {
    const template = document.createElement('template');
    template.id = `slipway-shell-${side}`;
    template.innerHTML = `<meta name="side" content="${side}">`;
    return template;
  });
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'slipway-composition';
  data.textContent = JSON.stringify(composed(percent));
  document.head.replaceChildren(data, ...templates);
  delete document.documentElement.dataset['shell'];
  delete document.documentElement.dataset['start'];
  vi.resetModules();
  await import(/* @vite-ignore */ script);
  const side = document.documentElement.dataset['shell'];
  expect(document.querySelector('meta[name=side]')?.getAttribute('content')).toBe(side);
  return side;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('navigator', { ...navigator, sendBeacon: beacon });
  beacon.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('draws as the canaries of slices do', async () => {
  for (let index = 0; index < 40; index += 1) {
    const visitor = `visitor ${'x'.repeat(index * 3)}`; // one block of the hash, and several
    localStorage.setItem('slipway.visitor', visitor);
    const bucket = await bucketOf(visitor, 'shell', [STABLE, CANARY]);
    expect(await run(Math.ceil(bucket))).toBe('canary');
    expect(await run(Math.floor(bucket))).toBe('stable');
  }
});

it('gives the stable shell at a share of 0, after a failure in this tab, and without storage', async () => {
  expect(await run(0)).toBe('stable');
  expect(await run(100)).toBe('canary');
  sessionStorage.setItem('slipway.failed', JSON.stringify({ shell: [CANARY] }));
  expect(await run(100)).toBe('stable');
  sessionStorage.clear();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(await run(100)).toBe('stable');
});

it('reports a canary that throws at its start as a failed visit, once a day, and chooses the other shell next', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: false })); // the reload itself is for a browser
  const crash = () => {
    const filename = `${window.location.origin}/slices/shell/${CANARY}/main.js`;
    window.dispatchEvent(new ErrorEvent('error', { message: 'bug', filename }));
  };
  const events = () =>
    beacon.mock.calls.map(
      ([, body]) => (JSON.parse(body) as { events: { kind: string; version: string }[] }).events,
    );
  await run(100);
  crash();
  crash();
  expect(events()).toEqual([
    [
      expect.objectContaining({ kind: 'failure', group: 'canary', version: CANARY, phase: 'evaluate' }),
      expect.objectContaining({ kind: 'visit', group: 'canary', version: CANARY, failed: true }),
    ],
  ]);
  expect(await run(100)).toBe('stable');
});
