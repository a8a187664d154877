import { renderHook, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createQueryClient } from '@slipway/data';
import { signOutAll, startBackend } from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useInstaller } from './useInstaller';

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('knows a visitor’s installs in its first render, so that no card is rendered again', async () => {
  startBackend();
  await signOutAll();
  localStorage.setItem('slipway-installs', '["a"]');
  const client = createQueryClient();
  const { result } = renderHook(useInstaller, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const first = result.current;
  expect(['a', 'b'].map((id) => first.isInstalled(id))).toEqual([true, false]);
  await waitFor(() => {
    expect(client.isFetching()).toBe(0);
  });
  expect(result.current).toBe(first);
});
