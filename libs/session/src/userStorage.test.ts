/** Values of one user in a browser: deleted for others, and no other value is. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetUserStorage, userStorageKey } from './userStorage';

const ada = userStorageKey('ada', 'agents.draft');
const adam = userStorageKey('adam', 'agents.draft');

beforeEach(() => {
  for (const storage of [localStorage, sessionStorage]) {
    storage.clear();
    for (const key of [ada, adam, 'slipway.visitor', 'theme']) storage.setItem(key, 'x');
  }
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The keys in both storages. */
function kept(): string[] {
  const [local = [], session] = [localStorage, sessionStorage].map((storage) => Object.keys(storage).sort());
  expect(session).toEqual(local);
  return local;
}

test('a key belongs to one user', () => {
  expect(ada).toBe('slipway.user.ada.agents.draft');
});

test('everything of every user is deleted', () => {
  forgetUserStorage();
  expect(kept()).toEqual(['slipway.visitor', 'theme']);
});

test('values of one user are kept, and not those of a user whose id begins alike', () => {
  forgetUserStorage('ada');
  expect(kept()).toEqual([ada, 'slipway.visitor', 'theme']);
});

test('a browser that blocks storage has nothing to delete', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(() => {
    forgetUserStorage();
  }).not.toThrow();
});
