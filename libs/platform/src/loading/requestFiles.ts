/**
 * Requests all files of a part at once, as its document does. The loader would request some only after others, such as
 * a container after the manifest that names it. Files with an existing preload are not requested again.
 */
import type { ComposedRelease } from '@slipway/contracts';

export function requestFiles({ base, files, preload }: ComposedRelease, key: string): void {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]');
  const requested = new Set(Array.from(links, ({ href }) => href));
  for (const file of preload[key] ?? []) {
    const { href } = new URL(base + file, window.location.origin);
    if (!(file in files) || requested.has(href)) continue;
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = file.endsWith('.json') ? 'fetch' : 'script';
    link.crossOrigin = 'anonymous';
    link.href = href; // The fence adds the hash of a script.
    document.head.append(link);
  }
}
