/**
 * Runs before each test file that uses jsdom. Files share a page, also those of different projects, because a new one takes
 * up to a second: this restores what a new page would have. Of the listeners on `window`, those stay that packages add once:
 * they are not loaded again. Intervals end with their file: Supabase's client, which looks at its session every 30 seconds,
 * would remove the session of a later file.
 */
import { afterAll, vi } from 'vitest';
import { removeToasts } from './libs/testing/src/removeToasts.ts';
import { quickenElements } from './vitest.elements.ts';
import { quickenStyles } from './vitest.styles.ts';

vi.resetModules();
// A file can ask for Node's environment.
if (typeof window !== 'undefined') {
  quickenStyles();
  await quickenElements();
  removeToasts();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  for (const element of [document.head, document.body]) element.replaceChildren();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
}

/** TanStack Query's, and those of Supabase's client. */
const kept = ['visibilitychange', 'online', 'offline'];
const addToPage = globalThis.addEventListener as typeof window.addEventListener | undefined;
const added: Parameters<typeof window.addEventListener>[] = [];
if (addToPage) {
  window.addEventListener = (...listener: (typeof added)[number]) => {
    if (!kept.includes(listener[0])) added.push(listener);
    addToPage(...listener);
  };
}

const startInterval = globalThis.setInterval;
const intervals: ReturnType<typeof setInterval>[] = [];
globalThis.setInterval = ((...interval: Parameters<typeof setInterval>) => {
  const id = startInterval(...interval);
  intervals.push(id);
  return id;
}) as typeof setInterval;

afterAll(() => {
  for (const [type, listener, options] of added) window.removeEventListener(type, listener, options);
  if (addToPage) window.addEventListener = addToPage;
  vi.useRealTimers();
  for (const interval of intervals) clearInterval(interval);
  globalThis.setInterval = startInterval;
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
