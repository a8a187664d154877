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

test('applies and stores a theme, and restores it before the first paint', () => {
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

test('"system" removes the stored theme', () => {
  setTheme('light');
  setTheme('system');
  expect(localStorage.getItem(themeKey)).toBeNull();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('ignores an invalid stored value', () => {
  localStorage.setItem(themeKey, 'sepia');
  runBeforePaint();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('follows a choice made in another tab', () => {
  const { result } = renderHook(useTheme);
  localStorage.setItem(themeKey, 'dark');
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: themeKey, newValue: 'dark' }));
  });
  expect(result.current).toBe('dark');
});
