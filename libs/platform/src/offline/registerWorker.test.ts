/** The page installs the service worker of its environment, or removes it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeCaches } from './testing/fakeCaches';
import { registerWorker } from './registerWorker';

const address = '/slipway-worker.js';
const unregister = vi.fn(() => Promise.resolve(true));
const register = vi.fn<ServiceWorkerContainer['register']>(() =>
  Promise.resolve({} as ServiceWorkerRegistration),
);
const postMessage = vi.fn();
let change: () => void;
const workers = {
  register,
  getRegistrations: () => Promise.resolve([{ unregister } as unknown as ServiceWorkerRegistration]),
  controller: { postMessage } as unknown as ServiceWorker,
  addEventListener: (_type: string, listener: unknown) => (change = listener as () => void),
};
let caches: FakeCaches;

beforeEach(async () => {
  caches = new FakeCaches(window.location.origin);
  await caches.open('slipway-1');
  await caches.open('other');
  vi.stubGlobal('caches', caches);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    ['/slices/market/1/page.js', '/rest/v1/agents?select=id'].map(
      (path) => ({ name: window.location.origin + path }) as PerformanceResourceTiming,
    ),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('registers the worker, and reports the files of slices that the page has used', async () => {
  registerWorker({ serviceWorker: true }, address, workers);
  expect(register).toHaveBeenCalledExactlyOnceWith(address, { updateViaCache: 'none' });
  await vi.waitFor(() => {
    expect(postMessage).toHaveBeenCalledExactlyOnceWith(['/slices/market/1/page.js']);
  });
  // The first worker, or the one of another revision.
  change();
  expect(postMessage).toHaveBeenCalledTimes(2);
  expect(unregister).not.toHaveBeenCalled();
});

it('removes workers and what they kept where the environment has switched them off', async () => {
  registerWorker({ serviceWorker: undefined }, address, workers);
  await vi.waitFor(async () => {
    expect(await caches.keys()).toEqual(['other']);
  });
  expect(unregister).toHaveBeenCalledOnce();
  expect(register).not.toHaveBeenCalled();
});

it('ignores a browser that blocks or has no workers', async () => {
  register.mockRejectedValueOnce(new DOMException('blocked', 'SecurityError'));
  registerWorker({ serviceWorker: true }, address, workers);
  registerWorker({ serviceWorker: true }, address, undefined);
  await vi.waitFor(() => {
    expect(register).toHaveBeenCalledOnce();
  });
  expect(postMessage).not.toHaveBeenCalled();
});
