/** Runs before each test file of a mutant, in the thread of the mutant before: restores what a new thread would have. */
import { inject, vi } from 'vitest';

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
      // React adds this one to each document only once.
      if (type !== 'selectionchange') removeEventListener.call(target, type, ...given);
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
