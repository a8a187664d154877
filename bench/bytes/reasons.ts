/** Why a page loads a script, by what the release says of it. */

/** The parts of `release.json` that name scripts. */
export interface Release {
  id: string;
  /** Of the shell. */
  scripts?: string[];
  beforePaint?: string[];
  chooser?: string;
  worker?: string;
  /** Of a slice: its container. */
  entry?: string;
  /** Files by route, slot or other use. */
  preload: Record<string, string[]> | string[];
  pages?: Record<string, string[]>;
}

const sharedEntry = /^libs_(?<library>[a-z-]+)_src_(?<entry>.+?)_(?:index_)?tsx?\./;

/** @returns such as `first script`, `page`, `container`, `shared design-system/overlays`, `package valibot` */
export function reasonOf(
  { scripts, beforePaint, chooser, entry, preload, pages }: Release,
  file: string,
): string {
  if (scripts?.includes(file)) return 'first script';
  if (beforePaint?.includes(file) || chooser === file) return 'before the first paint';
  if (entry === file) return "a slice's container";
  const uses = Object.entries({ ...(Array.isArray(preload) ? {} : preload), ...pages });
  const [use] = uses.find(([, files]) => files.includes(file)) ?? [];
  if (use === 'session') return 'auth client';
  if (use !== undefined) return use.startsWith('/') || use === '404' ? 'page' : `slot ${use}`;
  const { library, entry: name } = sharedEntry.exec(file)?.groups ?? {};
  if (library !== undefined && name !== undefined) return `shared ${library}/${name}`;
  return 'other parts';
}
