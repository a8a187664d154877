/** Attributes an error to a release, by the URLs of the scripts in its stack. */
import type { Composition } from '@slipway/contracts';

export interface Frame {
  /** A slice, or `shell`. */
  slice: string;
  /** `<file of the release>:<line>:<column>`. */
  frame: string;
}

const LOCATION = /(https?:\/\/[^\s()]+?):(\d+):(\d+)/g;
const UNSAFE = /[^A-Za-z0-9._~@/-]/;

/** Returns the frame of a script's address, such as `https://app.example/slices/billing/…/page.js`. */
export function createFrameOf(
  { shell, slices }: Composition,
  origin: string,
): (url: string, line: string, column: string) => Frame | undefined {
  const absolute = (base: string) => new URL(base, origin).href;
  return (url, line, column) => {
    // Not once: the composition gets slices later.
    const found = Object.entries({ shell, ...slices }).find(([, { base }]) => url.startsWith(absolute(base)));
    if (!found) return undefined;
    const [slice, { base }] = found;
    const file = url.slice(absolute(base).length).replace(/[?#].*$/, '');
    return UNSAFE.test(file) ? undefined : { slice, frame: `${file}:${line}:${column}` };
  };
}

/**
 * The top frame of a slice in a stack. A slice's call into the shell, which throws, belongs to the slice. Without a slice,
 * the top frame of the shell; undefined for code of no release, such as a browser extension.
 */
export function topFrame(stack: string, frameOf: ReturnType<typeof createFrameOf>): Frame | undefined {
  const frames = [...stack.matchAll(LOCATION)].flatMap(
    ([, url = '', line = '', column = '']) => frameOf(url, line, column) ?? [],
  );
  return frames.find(({ slice }) => slice !== 'shell') ?? frames[0];
}

/** FNV-1a, as 8 hexadecimal digits. */
export function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
