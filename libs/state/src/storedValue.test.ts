import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStoredValue, json } from './storedValue';

const KEY = 'slipway.test';
const names = json((stored): readonly string[] =>
  Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [],
);
const create = () => createStoredValue(() => localStorage, KEY, names);

const changeInAnotherTab = (key: string | null, text?: string) => {
  if (text !== undefined) localStorage.setItem(KEY, text);
  window.dispatchEvent(new StorageEvent('storage', { key }));
};

beforeEach(() => {
  localStorage.clear();
});

describe('a stored value', () => {
  test('is read by a later page', () => {
    expect(create().set(['a'])).toBe(true);
    expect(localStorage.getItem(KEY)).toBe('["a"]');
    expect(create().get()).toEqual(['a']);
  });

  test.each([[null], [''], ['{'], ['"text"'], ['null'], ['{"a":1}']])(
    'falls back to the default when the storage has %j',
    (text) => {
      if (text !== null) localStorage.setItem(KEY, text);
      expect(create().get()).toEqual([]);
    },
  );

  test('falls back to the default when the validation throws', () => {
    localStorage.setItem(KEY, '{"name":1}');
    const strict = json((stored): string => {
      if (stored === undefined) return 'default';
      return (stored as { name: string }).name.toUpperCase();
    });
    expect(createStoredValue(() => localStorage, KEY, strict).get()).toBe('default');
  });

  test('drops invalid parts of what is stored', () => {
    localStorage.setItem(KEY, '["a",1,"b"]');
    expect(create().get()).toEqual(['a', 'b']);
  });

  test('returns the same object until it changes', () => {
    const value = create();
    value.set(['a']);
    const first = value.get();
    expect(value.get()).toBe(first);
    value.set(['b']);
    expect(value.get()).toEqual(['b']);
  });

  test('removes its entry', () => {
    const value = create();
    value.set(['a']);
    value.remove();
    expect(localStorage.getItem(KEY)).toBeNull();
    expect(value.get()).toEqual([]);
  });

  test('removes its entry when the format writes null', () => {
    const value = createStoredValue(() => localStorage, KEY, {
      read: (text) => text === 'off',
      write: (isOff: boolean) => (isOff ? 'off' : null),
    });
    value.set(true);
    expect(localStorage.getItem(KEY)).toBe('off');
    value.set(false);
    expect(localStorage.getItem(KEY)).toBeNull();
  });
});

describe('listeners', () => {
  test('are called after set and remove, once each', () => {
    const value = create();
    const seen: (readonly string[])[] = [];
    const unsubscribe = value.subscribe(() => seen.push(value.get()));
    value.set(['a']);
    value.remove();
    unsubscribe();
    value.set(['b']);
    expect(seen).toEqual([['a'], []]);
  });

  test('are called when another tab changes the entry or clears the storage', () => {
    const value = create();
    const listener = vi.fn();
    const unsubscribe = value.subscribe(listener);
    changeInAnotherTab(KEY, '["other"]');
    expect(listener).toHaveBeenCalledOnce();
    expect(value.get()).toEqual(['other']);
    changeInAnotherTab(null);
    expect(listener).toHaveBeenCalledTimes(2);
    changeInAnotherTab('another.key');
    expect(listener).toHaveBeenCalledTimes(2);
    unsubscribe();
    changeInAnotherTab(KEY);
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe('blocked storage', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('keeps the value in the page when a write fails', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const value = create();
    const listener = vi.fn();
    value.subscribe(listener);
    expect(value.set(['a'])).toBe(false);
    expect(value.get()).toEqual(['a']);
    expect(listener).toHaveBeenCalledOnce();
    expect(create().get()).toEqual([]);
  });

  test('keeps a removal in the page when it fails', () => {
    const value = create();
    value.set(['a']);
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    value.remove();
    expect(value.get()).toEqual([]);
  });

  test('returns to the storage once a write succeeds', () => {
    const value = create();
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    value.set(['a']);
    setItem.mockRestore();
    expect(value.set(['b'])).toBe(true);
    localStorage.setItem(KEY, '["c"]');
    expect(value.get()).toEqual(['c']);
  });

  test('falls back to the default where even reaching the storage throws', () => {
    const value = createStoredValue(
      () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      KEY,
      names,
    );
    expect(value.get()).toEqual([]);
    expect(value.set(['a'])).toBe(false);
    expect(value.get()).toEqual(['a']);
  });
});
