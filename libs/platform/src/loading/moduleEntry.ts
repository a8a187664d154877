/**
 * Loads a container that is an ES module, such as one built by Vite. `import` takes no hash, so all scripts of the
 * release are fetched with their hashes first: the browser caches verified modules, and later imports send no request.
 */
import type { Trust } from './trust';

/**
 * @throws when a file cannot be fetched or does not match its hash; otherwise it would be requested again without a
 * hash
 */
export async function loadModuleEntry(entry: string, slice: string, trust: Trust): Promise<unknown> {
  trust.integrity(entry);
  // Add all links in one task: each module must be requested with its hash before another module imports it without.
  await Promise.all(trust.scripts(slice).map(preloadModule));
  return import(/* webpackIgnore: true */ entry);
}

function preloadModule(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = url; // The fence adds the hash.
    link.onload = () => {
      resolve();
    };
    link.onerror = () => {
      reject(new Error(`Loading module ${url} failed`));
    };
    document.head.append(link);
  });
}
