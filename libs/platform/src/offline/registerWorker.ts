/**
 * Installs the service worker, or removes it if the environment has disabled it. Failures are ignored: the app works
 * without it.
 */
import type { Composition } from '@slipway/contracts';

/** The part of the browser's interface that this uses. */
type Workers = Pick<
  ServiceWorkerContainer,
  'register' | 'getRegistrations' | 'controller' | 'addEventListener'
>;

const RELEASES = '/slices/';

/**
 * Reports the files of this page, some of which loaded before the worker controlled the page. The worker keeps them.
 */
function reportUsed({ controller }: Workers): void {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  controller?.postMessage(paths.filter((path) => path.startsWith(RELEASES)));
}

async function remove(workers: Workers): Promise<void> {
  const registrations = await workers.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = (await caches.keys()).filter((name) => name.startsWith('slipway'));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** `address` is the worker's URL, as the type that the page's policy requires. */
export function registerWorker(
  { serviceWorker: isOn }: Pick<Composition, 'serviceWorker'>,
  address: string,
  // Absent if the page is not a secure context.
  workers: Workers | undefined = navigator.serviceWorker,
): void {
  if (!workers) return;
  if (!isOn) {
    remove(workers).catch(() => undefined);
    return;
  }
  workers.addEventListener('controllerchange', () => {
    reportUsed(workers);
  });
  workers.register(address, { updateViaCache: 'none' }).then(
    () => {
      reportUsed(workers);
    },
    () => undefined,
  );
}
