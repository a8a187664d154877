/** The console is on the same machine as the browser: without a network, it still responds. */
import { onlineManager } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { App } from './App';

afterEach(() => {
  onlineManager.setOnline(true);
  cleanup();
  vi.unstubAllGlobals();
});

test('it reads from its server while the machine is offline', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return new Promise(() => undefined);
  });
  onlineManager.setOnline(false);
  render(<App />);
  await vi.waitFor(() => {
    expect(asked).toContain('/api/overview');
  });
});
