/**
 * Runs before each test file that uses jsdom. Files share a page, also those of different projects, because a new one takes
 * up to a second: this restores what a new page would have. Only listeners on `window` stay.
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

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
