/** Runs before each test file of a mutant, in the thread of the mutant before: restores what a new thread would have. */
import { inject, vi } from 'vitest';

/** React and user-event add these to a document only once: without them, no later test notices what it types. */
const keptOnDocument = ['selectionchange', 'focus', 'blur'];

/** Follows what code of the project starts and a mutant may not end. Returns the functions that end it. */
function followGlobals() {
  const ends = [];
  const replace = (target, name, endOf) => {
    const original = target[name];
    const followed = (...given) => {
      const result = original.apply(target, given);
      ends.push(() => endOf(result, given));
      return result;
    };
    target[name] = Object.defineProperties(followed, Object.getOwnPropertyDescriptors(original));
  };
  const { clearTimeout, clearInterval } = globalThis;
  replace(globalThis, 'setTimeout', (timer) => clearTimeout(timer));
  replace(globalThis, 'setInterval', (timer) => clearInterval(timer));
  const { window, document } = globalThis;
  for (const target of window ? [window, document] : []) {
    const { removeEventListener } = target;
    replace(target, 'addEventListener', (_, [type, ...given]) => {
      const isKept = target === document && keptOnDocument.includes(type);
      if (!isKept) removeEventListener.call(target, type, ...given);
    });
  }
  return ends;
}

vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();
const ends = (globalThis.mutantEnds ??= followGlobals());
for (const end of ends.splice(0)) end();

// Stryker activates a mutant before the modules load, or only while tests run.
const stryker = globalThis[inject('globalNamespace')];
if (inject('mode') === 'mutant' && inject('mutantActivation') !== 'static') stryker.activeMutant = undefined;
