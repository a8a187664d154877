/**
 * The allowlist of the loader: only files that the composition lists may run, each with its listed hash. A file without
 * a hash is rejected like one with a wrong hash.
 */
import { AppError, type ComposedRelease, type Composition } from '@slipway/contracts';

export interface Trust {
  /** Adds slices that have been added to the composition. */
  add(slices: Slices): void;
  isListed(url: string): boolean;
  /** The integrity of a file. @throws `slice_untrusted` when the composition does not list the URL */
  integrity(url: string): string;
  /** The absolute URLs of a slice's scripts: the modules that its ES modules may import. */
  scripts(slice: string): string[];
}

type Slices = Readonly<Record<string, Pick<ComposedRelease, 'base' | 'files'>>>;

const isScript = (path: string) => /\.m?js$/.test(path);

/** `origin` is the page's own; relative bases in the composition resolve against it. */
export function createTrust({ slices }: Pick<Composition, 'slices'>, origin: string): Trust {
  const absolute = (url: string) => new URL(url, origin).href;
  const listed = new Map<string, string>();
  const add = (added: Slices) => {
    for (const { base, files } of Object.values(added)) {
      // Only the folder is resolved: a composition has hundreds of files, and their paths are relative to it.
      const folder = absolute(base);
      for (const [path, integrity] of Object.entries(files)) listed.set(folder + path, integrity);
    }
  };
  add(slices);
  return {
    add,
    isListed: (url) => listed.has(absolute(url)),
    integrity(url) {
      const integrity = listed.get(absolute(url));
      if (!integrity) throw new AppError('slice_untrusted', `${url} is not in this composition`);
      return integrity;
    },
    scripts(slice) {
      const { base = '', files = {} } = slices[slice] ?? {};
      return Object.keys(files)
        .filter(isScript)
        .map((path) => absolute(base + path));
    },
  };
}
