/** A document with both shells, in which the script of `chooserScript.ts` runs. Its tests share it. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { compositionOf } from './compositions';

export const STABLE = '00000000000000a1';
export const CANARY = '00000000000000c1';
export const composed = (percent: number) => ({
  ...compositionOf({}),
  shell: {
    version: STABLE,
    base: `/slices/shell/${STABLE}/`,
    canary: { percent, release: { version: CANARY, base: `/slices/shell/${CANARY}/` } },
  },
  health: { url: '/health-events', sample: 1, routes: [] },
});

/** Not a module: the compiler rejects its name in an import. */
const script = '../releases/chooserScript';
export const beacon = vi.fn<(url: string, body: string) => boolean>(() => true);

/** A document has only the listeners of its script. */
function removeListeners(): void {
  const { calls } = vi.mocked(window.addEventListener).mock;
  for (const [type, listener, options] of calls.splice(0))
    window.removeEventListener(type, listener, options);
}

/** Runs the script in a document with both templates. Returns the chosen side. */
export async function runChooser(
  percent: number,
  { elements = '', ...changes }: { elements?: string } & Partial<Composition> = {},
) {
  const templates = ['stable', 'canary'].map((side) => {
    const template = document.createElement('template');
    template.id = `slipway-shell-${side}`;
    template.innerHTML = `<meta name="side" content="${side}">${elements}`;
    return template;
  });
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'slipway-composition';
  data.textContent = JSON.stringify({ ...composed(percent), ...changes });
  document.head.replaceChildren(data, ...templates);
  delete document.documentElement.dataset['shell'];
  delete document.documentElement.dataset['start'];
  removeListeners();
  vi.resetModules();
  await import(/* @vite-ignore */ script);
  const side = document.documentElement.dataset['shell'];
  expect(document.querySelector('meta[name=side]')?.getAttribute('content')).toBe(side);
  return side;
}

/** Each test of the file has a new tab, of a new visitor. */
export function inNewTabs(): void {
  beforeEach(() => {
    vi.spyOn(window, 'addEventListener');
    localStorage.clear();
    sessionStorage.clear();
    vi.stubGlobal('navigator', { ...navigator, sendBeacon: beacon });
    beacon.mockClear();
  });
  afterEach(() => {
    removeListeners();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}
