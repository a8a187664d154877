/**
 * Preloads the files of the visitor's release if a slice of the page has a canary: the document is the same for all
 * visitors. A classic script without imports, which the document loads in its head. So it repeats `canaries.ts` and the
 * keys of `storageKeys.ts`. `data-preload` of its element lists the keys of the page in `preload`; without it, the
 * script does nothing. Failures are ignored: the shell then loads the files.
 */
(() => {
  interface Release {
    version: string;
    base: string;
    files: Readonly<Record<string, string>>;
    preload: Readonly<Record<string, readonly string[]>>;
  }
  type Slice = Release & { canary?: { percent: number; release: Release } };

  const keys = document.currentScript?.dataset['preload']?.split(' ');
  if (!keys) return;

  function preload(release: Release, failed: string): void {
    if (failed.includes(release.version)) return;
    for (const file of new Set(keys?.flatMap((key) => release.preload[key] ?? []))) {
      const link = document.createElement('link');
      link.rel = 'preload';
      link.crossOrigin = 'anonymous';
      if (file.endsWith('.json')) link.as = 'fetch';
      else {
        link.as = 'script';
        link.integrity = release.files[file] ?? '';
      }
      link.href = release.base + file;
      document.head.append(link);
    }
  }

  async function bucketOf(text: string): Promise<number> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return (new DataView(digest).getUint32(0) / 2 ** 32) * 100;
  }

  try {
    const text = document.getElementById('slipway-composition')?.textContent ?? '{}';
    const { slices = {} } = JSON.parse(text) as { slices?: Readonly<Record<string, Slice>> };
    const failed = sessionStorage.getItem('slipway.failed') ?? '';
    let visitor = localStorage.getItem('slipway.visitor');
    if (visitor === null || visitor === '') {
      visitor = crypto.randomUUID();
      localStorage.setItem('slipway.visitor', visitor);
    }
    for (const [id, slice] of Object.entries(slices)) {
      const { canary, version } = slice;
      if (!canary) continue;
      bucketOf([visitor, id, version, canary.release.version].join(' ')).then(
        (bucket) => {
          preload(bucket < canary.percent ? canary.release : slice, failed);
        },
        () => undefined,
      );
    }
  } catch {
    // Storage is blocked.
  }
})();
