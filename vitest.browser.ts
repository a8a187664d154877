/**
 * Runs before each test file that uses jsdom. Files share a page, also those of different projects, because a new one takes
 * up to a second: this restores what a new page would have. Of the listeners on `window`, those
 * stay that packages add once: they are not loaded again.
 */
import { afterAll, vi } from 'vitest';

vi.resetModules();
// A file can ask for Node's environment.
if (typeof window !== 'undefined') {
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
type Listener = Parameters<typeof window.addEventListener>;
const added: Listener[] = [];
const ofPage = globalThis as { addToWindow?: typeof window.addEventListener };
if (typeof window !== 'undefined') {
  const addToWindow = (ofPage.addToWindow ??= window.addEventListener.bind(window));
  window.addEventListener = (...listener: Listener) => {
    if (!kept.includes(listener[0])) added.push(listener);
    addToWindow(...listener);
  };
}

afterAll(() => {
  for (const [type, listener, options] of added) window.removeEventListener(type, listener, options);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
