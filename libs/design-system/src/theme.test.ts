import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setTheme, useTheme } from './theme';
import { themeKey, themeScript } from './themeScript';

afterEach(() => {
  cleanup();
  setTheme('system');
  localStorage.clear();
});

const runBeforePaint = () => {
  new Function(themeScript)();
};

test('a chosen theme is shown, remembered, and there before the next first paint', () => {
  const { result } = renderHook(useTheme);
  expect(result.current).toBe('system');
  act(() => {
    setTheme('dark');
  });
  expect(result.current).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');

  delete document.documentElement.dataset.theme;
  runBeforePaint();
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('"system" leaves no trace', () => {
  setTheme('light');
  setTheme('system');
  expect(localStorage.getItem(themeKey)).toBeNull();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('nonsense in the storage is ignored', () => {
  localStorage.setItem(themeKey, 'sepia');
  runBeforePaint();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('a choice in another tab is followed', () => {
  const { result } = renderHook(useTheme);
  localStorage.setItem(themeKey, 'dark');
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: themeKey, newValue: 'dark' }));
  });
  expect(result.current).toBe('dark');
});
