/**
 * Loads a container that is an ES module, such as one that Vite built. `import` takes no hash, so all scripts of the
 * release are fetched with theirs first: the browser keeps verified modules, and later imports request nothing.
 */
import type { Trust } from './trust';

/** @throws when a file cannot be fetched or does not match its hash; a file that failed would be requested again without one */
export async function loadModuleEntry(entry: string, slice: string, trust: Trust): Promise<unknown> {
  trust.integrity(entry);
  // All links in one task: each module is requested with its hash before another one's import can request it without.
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
